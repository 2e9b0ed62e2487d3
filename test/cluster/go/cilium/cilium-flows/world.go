package main

import (
	"context"
	"fmt"
	"log/slog"
	"net/netip"
	"slices"
	"sync"

	cmtypes "github.com/cilium/cilium/pkg/clustermesh/types"
	envoypolicy "github.com/cilium/cilium/pkg/envoy/policy"
	"github.com/cilium/cilium/pkg/identity"
	"github.com/cilium/cilium/pkg/ipcache"
	ipcachetypes "github.com/cilium/cilium/pkg/ipcache/types"
	slim_metav1 "github.com/cilium/cilium/pkg/k8s/slim/k8s/apis/meta/v1"
	k8sutils "github.com/cilium/cilium/pkg/k8s/utils"
	"github.com/cilium/cilium/pkg/labels"
	"github.com/cilium/cilium/pkg/labelsfilter"
	"github.com/cilium/cilium/pkg/policy"
	"github.com/cilium/cilium/pkg/policy/api"
	"github.com/cilium/cilium/pkg/source"
	testidentity "github.com/cilium/cilium/pkg/testutils/identity"
)

// world is what one agent knows: identities, the addresses that have one, and policies.
type world struct {
	logger     *slog.Logger
	log        *complaints
	pods       map[string]*identity.Identity
	podOf      map[netip.Addr]string
	identities *testidentity.MockIdentityAllocator
	repository *policy.Repository
	addresses  *ipcache.IPCache
	// The toFQDNs selectors of the policies being computed.
	names names
}

func newWorld(given settings) (*world, []string, error) {
	log := &complaints{level: slog.LevelError}
	w := &world{
		logger:     slog.New(log),
		log:        log,
		pods:       map[string]*identity.Identity{},
		podOf:      map[netip.Addr]string{},
		identities: testidentity.NewMockIdentityAllocator(nil),
		names:      names{},
	}
	if err := w.identify(given); err != nil {
		return nil, nil, err
	}
	all := identity.ListReservedIdentities()
	subjects := identity.IdentityMap{}
	for _, id := range w.pods {
		all[id.ID] = id.LabelArray
		subjects[id.ID] = id.LabelArray
	}
	w.repository = policy.NewPolicyRepository(w.logger, all, nil, envoypolicy.NewEnvoyL7RulesTranslator(w.logger, nil), nil, nil)
	w.repository.GetSelectorCache().SetLocalIdentityNotifier(w.names)
	w.repository.UpdateIdentities(subjects, nil)
	w.addresses = ipcache.NewIPCache(&ipcache.Configuration{
		Context:           context.Background(),
		Logger:            w.logger,
		IdentityAllocator: w.identities,
		IdentityUpdater:   peers{w.repository.GetSelectorCache()},
	})
	against := []string{}
	for _, raw := range given.Policies {
		read := parse(raw)
		for _, problem := range read.problems {
			against = append(against, read.name+": "+problem)
		}
		if read.refused {
			continue
		}
		// Twice the same object is none that a cluster can hold.
		if replaced, err := w.enforce(read); err != nil {
			w.close()
			return nil, nil, err
		} else if replaced {
			against = append(against, read.name+": is there twice; the last one holds")
		}
	}
	return w, against, nil
}

func (w *world) close() {
	if w != nil {
		_ = w.addresses.Shutdown()
	}
}

// Gives each pod the identity that it has in a cluster.
func (w *world) identify(given settings) error {
	namespaces := map[string]*slim_metav1.ObjectMeta{}
	for _, one := range given.Namespaces {
		if _, twice := namespaces[one.Name]; twice {
			return fmt.Errorf("namespace %s is there twice", one.Name)
		}
		meta := &slim_metav1.ObjectMeta{Name: one.Name, Labels: map[string]string{}}
		for key, value := range one.Labels {
			meta.Labels[key] = value
		}
		// The API server sets it.
		meta.Labels["kubernetes.io/metadata.name"] = one.Name
		namespaces[one.Name] = meta
	}
	for _, one := range given.Pods {
		name := one.Namespace + "/" + one.Name
		in, known := namespaces[one.Namespace]
		if !known {
			return fmt.Errorf("pod %s: its namespace is not there", name)
		}
		if _, twice := w.pods[name]; twice {
			return fmt.Errorf("pod %s is there twice", name)
		}
		address, err := netip.ParseAddr(one.IP)
		if err != nil {
			return fmt.Errorf("pod %s: %w", name, err)
		}
		if other, twice := w.podOf[address]; twice {
			return fmt.Errorf("pods %s and %s have one address", other, name)
		}
		w.podOf[address] = name
		// Every pod has a service account; the admission controller sets this one.
		sanitized := k8sutils.SanitizePodLabels(one.Labels, in, "default", cluster)
		identifying, _ := labelsfilter.Filter(labels.Map2Labels(sanitized, labels.LabelSourceK8s))
		id, _, err := w.identities.AllocateIdentity(context.Background(), identifying, false, identity.InvalidIdentity)
		if err != nil {
			return fmt.Errorf("pod %s: %w", name, err)
		}
		w.pods[name] = id
	}
	return nil
}

// Takes a policy in as the agent does: first its prefixes get identities, then its rules hold.
func (w *world) enforce(read parsed) (replaced bool, err error) {
	var updates []ipcache.MU
	for _, prefix := range policy.GetCIDRPrefixes(read.rules) {
		updates = append(updates, ipcache.MU{
			Prefix:   cmtypes.NewLocalPrefixCluster(prefix),
			Source:   source.CustomResource,
			Resource: read.resource,
			Metadata: []ipcache.IPMetadata{labels.GetCIDRLabels(prefix)},
			IsCIDR:   true,
		})
	}
	if len(updates) > 0 {
		if err := w.addresses.WaitForRevision(context.Background(), w.addresses.UpsertMetadataBatch(updates...)); err != nil {
			return false, err
		}
	}
	_, _, before := w.repository.ReplaceByResource(read.rules, read.resource)
	return before > 0, nil
}

// The identity of an address: that of the longest prefix which has one, or the world's.
func (w *world) at(address netip.Addr) *identity.Identity {
	number := identity.ReservedIdentityWorldIPv4
	if address.Is6() {
		number = identity.ReservedIdentityWorldIPv6
	}
	if found, ok := w.addresses.LookupSecIDByIP(address); ok {
		number = found.ID
	}
	return w.identities.LookupIdentityByID(context.Background(), number)
}

// Calls back with the identity of an address that has these labels of names for as long as that takes.
func (w *world) named(address netip.Addr, name string, lbls labels.Labels, then func(*identity.Identity) error) error {
	if len(lbls) == 0 {
		return then(w.at(address))
	}
	update := ipcache.MU{
		Prefix:   cmtypes.NewLocalPrefixCluster(netip.PrefixFrom(address, address.BitLen())),
		Source:   source.Generated,
		Resource: ipcachetypes.NewResourceID(ipcachetypes.ResourceKindDaemon, "fqdn-name-manager", name),
		Metadata: []ipcache.IPMetadata{lbls},
	}
	if err := w.addresses.WaitForRevision(context.Background(), w.addresses.UpsertMetadataBatch(update)); err != nil {
		return err
	}
	id := w.at(address)
	failed := then(id)
	if err := w.addresses.WaitForRevision(context.Background(), w.addresses.RemoveMetadataBatch(update)); err != nil {
		return err
	}
	// The real allocator tells of released identities, this one does not.
	if w.identities.LookupIdentityByID(context.Background(), id.ID) == nil {
		w.repository.GetSelectorCache().UpdateIdentities(nil, identity.IdentityMap{id.ID: id.LabelArray}, &sync.WaitGroup{})
	}
	return failed
}

// peers hands the identities of addresses to the selectors.
type peers struct{ cache *policy.SelectorCache }

func (p peers) UpdateIdentities(added, deleted identity.IdentityMap) <-chan struct{} {
	told := &sync.WaitGroup{}
	p.cache.UpdateIdentities(added, deleted, told)
	told.Wait()
	done := make(chan struct{})
	close(done)
	return done
}

// names is told, as the agent's name manager is, which toFQDNs selectors are in use.
type names map[api.FQDNSelector]struct{}

func (n names) RegisterFQDNSelector(selector api.FQDNSelector) uint64 {
	n[selector] = struct{}{}
	return 0
}

func (n names) UnregisterFQDNSelector(selector api.FQDNSelector) uint64 {
	delete(n, selector)
	return 0
}

// The labels that an address gets when DNS answers it for this name.
func (n names) labels(name string) (labels.Labels, error) {
	found := labels.Labels{}
	for selector := range n {
		pattern, err := selector.ToRegex()
		if err != nil {
			return nil, err
		}
		if pattern.MatchString(name) {
			label := selector.IdentityLabel()
			found[label.Key] = label
		}
	}
	return found, nil
}

// complaints keeps what upstream's code logs at a level or above.
type complaints struct {
	level slog.Level
	mutex sync.Mutex
	said  []string
}

func (c *complaints) Enabled(_ context.Context, level slog.Level) bool { return level >= c.level }

func (c *complaints) Handle(_ context.Context, record slog.Record) error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.said = append(c.said, record.Message)
	return nil
}

func (c *complaints) WithAttrs([]slog.Attr) slog.Handler { return c }

func (c *complaints) WithGroup(string) slog.Handler { return c }

func (c *complaints) take() []string {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	said := slices.Clone(c.said)
	c.said = nil
	return said
}
