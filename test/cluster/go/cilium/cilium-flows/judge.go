package main

import (
	"fmt"
	"math"
	"net/netip"
	"strings"

	"github.com/cilium/cilium/pkg/endpoint/regeneration"
	"github.com/cilium/cilium/pkg/fqdn/dns"
	"github.com/cilium/cilium/pkg/identity"
	"github.com/cilium/cilium/pkg/labels"
	"github.com/cilium/cilium/pkg/policy"
	"github.com/cilium/cilium/pkg/policy/api"
	"github.com/cilium/cilium/pkg/u8proto"
)

// side is one end of a flow.
type side struct {
	id      *identity.Identity
	pod     bool
	address netip.Addr
}

func (w *world) judge(asked question) (verdict, error) {
	w.log.take()
	said, err := w.flow(asked)
	if err != nil {
		return said, err
	}
	// What the engine itself calls an error is no answer.
	if errors := w.log.take(); len(errors) > 0 {
		return said, fmt.Errorf("%s", strings.Join(errors, "; "))
	}
	return said, nil
}

func (w *world) flow(asked question) (verdict, error) {
	if asked.Port == 0 {
		return verdict{}, fmt.Errorf("no port")
	}
	var proto u8proto.U8proto
	switch asked.Protocol {
	case "TCP":
		proto = u8proto.TCP
	case "UDP":
		proto = u8proto.UDP
	case "SCTP":
		proto = u8proto.SCTP
	default:
		return verdict{}, fmt.Errorf("protocol %q: TCP, UDP, or SCTP", asked.Protocol)
	}
	if asked.From.FQDN != "" {
		return verdict{}, fmt.Errorf("from: names are for destinations")
	}
	from, err := w.side(asked.From)
	if err != nil {
		return verdict{}, fmt.Errorf("from: %w", err)
	}
	to, err := w.side(asked.To)
	if err != nil {
		return verdict{}, fmt.Errorf("to: %w", err)
	}
	if !from.pod && !to.pod {
		return verdict{}, fmt.Errorf("neither side is a pod")
	}
	said := verdict{ID: asked.ID, Egress: true, Ingress: true}
	egress := func(to *identity.Identity) error {
		return w.with(from.id, func(computed *policy.EndpointPolicy) error {
			entry, _, _ := computed.Lookup(policy.EgressKey().WithIdentity(to.ID).WithPortProto(proto, asked.Port))
			said.Egress = !entry.IsDeny()
			said.L7 = entry.IsRedirectEntry()
			return nil
		})
	}
	switch {
	case !from.pod:
	case asked.To.FQDN != "":
		name := dns.FQDN(asked.To.FQDN)
		learned, found, err := w.learn(from.id, name)
		if err != nil {
			return verdict{}, err
		}
		said.Learned = &learned
		if err := w.named(to.address, name, found, egress); err != nil {
			return verdict{}, err
		}
	default:
		if err := egress(to.id); err != nil {
			return verdict{}, err
		}
	}
	if to.pod {
		err := w.with(to.id, func(computed *policy.EndpointPolicy) error {
			entry, _, _ := computed.Lookup(policy.IngressKey().WithIdentity(from.id.ID).WithPortProto(proto, asked.Port))
			said.Ingress = !entry.IsDeny()
			return nil
		})
		if err != nil {
			return verdict{}, err
		}
	}
	said.Allowed = said.Egress && said.Ingress
	return said, nil
}

func (w *world) side(given peer) (side, error) {
	switch given {
	case peer{}:
	case peer{Pod: given.Pod}:
		id, known := w.pods[given.Pod]
		if !known {
			return side{}, fmt.Errorf("there is no pod %q", given.Pod)
		}
		return side{id: id, pod: true}, nil
	case peer{Entity: given.Entity}:
		number := identity.GetReservedID(given.Entity)
		if given.Entity == labels.IDNameWorld {
			// With both families on, no address is just the world's.
			number = identity.ReservedIdentityWorldIPv4
		}
		id := identity.LookupReservedIdentity(number)
		if _, named := api.EntitySelectorMapping[api.Entity(given.Entity)]; !named || id == nil {
			return side{}, fmt.Errorf("%q is no entity that traffic comes from or goes to", given.Entity)
		}
		return side{id: id}, nil
	case peer{IP: given.IP, FQDN: given.FQDN}:
		address, err := netip.ParseAddr(given.IP)
		if err != nil {
			return side{}, err
		}
		address = address.Unmap().WithZone("")
		if name, inside := w.podOf[address]; inside {
			if given.FQDN != "" {
				return side{}, fmt.Errorf("%s is the address of pod %s", address, name)
			}
			return side{id: w.pods[name], pod: true}, nil
		}
		return side{id: w.at(address), address: address}, nil
	}
	return side{}, fmt.Errorf("one of pod, ip, entity, or fqdn with ip")
}

// Computes what holds for all pods of an identity, as the agent does for its endpoints.
func (w *world) with(id *identity.Identity, then func(*policy.EndpointPolicy) error) error {
	selected, _, err := w.repository.ComputeSelectorPolicy(id)
	if err != nil {
		return err
	}
	// A redirect needs a port of the proxy; any will do.
	computed := selected.DistillPolicy(w.logger, owner(id.ID), map[string]uint16{policy.FallbackRedirectID: math.MaxUint16})
	defer func() {
		_ = computed.Ready()
		computed.Detach(w.logger)
		selected.Supersede()
	}()
	return then(computed)
}

// Whether a source's lookups of a name go through the DNS proxy, which passes them: only then an address gets the labels of the name.
func (w *world) learn(source *identity.Identity, name string) (learned bool, found labels.Labels, err error) {
	err = w.with(source, func(computed *policy.EndpointPolicy) error {
		for filter, rules := range computed.SelectorPolicy.RedirectFilters() {
			if filter.Ingress || rules.Policy.L7Parser != policy.ParserTypeDNS {
				continue
			}
			matches, err := resolves(rules.Policy.L7Rules.DNS, name)
			if err != nil {
				return err
			}
			proto := filter.U8Proto
			if proto == u8proto.ANY {
				proto = u8proto.UDP
			}
			for _, server := range rules.Selector.GetSelections() {
				entry, _, _ := computed.Lookup(policy.EgressKey().WithIdentity(server).WithPortProto(proto, filter.Port))
				learned = learned || matches && entry.IsRedirectEntry()
			}
		}
		if learned {
			var err error
			found, err = w.names.labels(name)
			return err
		}
		return nil
	})
	return learned, found, err
}

// As the DNS proxy takes its rules: none at all lets every name pass.
func resolves(rules api.PortRulesDNS, name string) (bool, error) {
	for _, rule := range rules {
		selector := api.FQDNSelector(rule)
		pattern, err := selector.ToRegex()
		if err != nil {
			return false, err
		}
		if pattern.MatchString(name) {
			return true, nil
		}
	}
	return len(rules) == 0, nil
}

// owner stands for the endpoint that a policy is computed for.
type owner identity.NumericIdentity

func (o owner) GetID() uint64 { return uint64(o) }

// No pod of the settings has a port with a name.
func (owner) GetIngressNamedPort(string, u8proto.U8proto) uint16 { return 0 }

func (owner) PolicyDebug(string, ...any) {}

func (owner) IsHost() bool { return false }

func (owner) PreviousMapState() *policy.MapState { return nil }

func (owner) RegenerateIfAlive(*regeneration.ExternalRegenerationMetadata) <-chan bool {
	done := make(chan bool)
	close(done)
	return done
}
