package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"sync"

	ipcachetypes "github.com/cilium/cilium/pkg/ipcache/types"
	"github.com/cilium/cilium/pkg/k8s"
	"github.com/cilium/cilium/pkg/k8s/apis/cilium.io/client"
	v2 "github.com/cilium/cilium/pkg/k8s/apis/cilium.io/v2"
	slim_networking "github.com/cilium/cilium/pkg/k8s/slim/k8s/api/networking/v1"
	"github.com/cilium/cilium/pkg/policy/api"
	policytypes "github.com/cilium/cilium/pkg/policy/types"
	policyutils "github.com/cilium/cilium/pkg/policy/utils"
	networking "k8s.io/api/networking/v1"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	extensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	strict "sigs.k8s.io/json"
)

// parsed is a policy as the agent takes it in.
type parsed struct {
	name     string
	resource ipcachetypes.ResourceID
	rules    policytypes.PolicyEntries
	problems []string
	// An API server or the agent does not take it.
	refused bool
}

func parse(raw []byte) (read parsed) {
	read.name = "policy"
	defer func() {
		if broken := recover(); broken != nil {
			read.refuse(fmt.Errorf("panic: %v", broken))
		}
	}()
	var head metav1.PartialObjectMetadata
	if err := json.Unmarshal(raw, &head); err != nil {
		read.refuse(err)
		return read
	}
	read.name = "policy " + head.Name
	if head.Namespace != "" {
		read.name = "policy " + head.Namespace + "/" + head.Name
	}
	kind := head.APIVersion + " " + head.Kind
	// Without one, Cilium takes its namespaced kind for the other.
	if (head.Namespace == "") != (kind == clusterwide) {
		read.refuse(fmt.Errorf("%s in namespace %q", kind, head.Namespace))
		return read
	}
	warned := &complaints{level: slog.LevelWarn}
	logger := slog.New(warned)
	switch kind {
	case "cilium.io/v2 CiliumNetworkPolicy":
		read.resource = ipcachetypes.NewResourceID(ipcachetypes.ResourceKindCNP, head.Namespace, head.Name)
		read.cilium(raw, logger, client.CNPCRDName, func() cilium { return &v2.CiliumNetworkPolicy{} })
	case clusterwide:
		read.resource = ipcachetypes.NewResourceID(ipcachetypes.ResourceKindCCNP, "", head.Name)
		read.cilium(raw, logger, client.CCNPCRDName, func() cilium { return &v2.CiliumClusterwideNetworkPolicy{} })
	case "networking.k8s.io/v1 NetworkPolicy":
		read.resource = ipcachetypes.NewResourceID(ipcachetypes.ResourceKindNetpol, head.Namespace, head.Name)
		read.kubernetes(raw, logger)
	default:
		read.refuse(fmt.Errorf("%s is not read here", kind))
	}
	for _, warning := range warned.take() {
		if !slices.Contains(read.problems, warning) {
			read.problems = append(read.problems, warning)
		}
	}
	return read
}

const clusterwide = "cilium.io/v2 CiliumClusterwideNetworkPolicy"

// cilium is any of Cilium's own kinds.
type cilium interface {
	Parse(logger *slog.Logger, clusterName string) (api.Rules, error)
}

func (p *parsed) refuse(err error) {
	p.refused = true
	if text := err.Error(); !slices.Contains(p.problems, text) {
		p.problems = append(p.problems, text)
	}
}

// Reads as an API server that is asked to be strict. Types with a decoder of their own, as EndpointSelector, hide what they do not know, so the
// schema is asked too.
func (p *parsed) strictly(raw []byte, into any, of *schema.Structural) {
	unknown, err := strict.UnmarshalStrict(raw, into)
	if err != nil {
		p.refuse(err)
		return
	}
	for _, err := range unknown {
		p.refuse(err)
	}
	if of == nil {
		return
	}
	var object map[string]any
	if err := json.Unmarshal(raw, &object); err != nil {
		p.refuse(err)
		return
	}
	for _, path := range pruning.PruneWithOptions(object, of, true, schema.UnknownFieldPathOptions{TrackUnknownFieldPaths: true}) {
		p.refuse(fmt.Errorf("unknown field %q", path))
	}
}

// Which two of many members cannot be combined, upstream says in the order of a map.
var combined = regexp.MustCompile(`combining (\w+) and (\w+) is`)

func (p *parsed) cilium(raw []byte, logger *slog.Logger, definition string, empty func() cilium) {
	p.strictly(raw, empty(), schemas()[definition])
	if p.refused {
		return
	}
	// Parsing changes what it parses.
	read := func() (api.Rules, error) {
		policy := empty()
		if err := json.Unmarshal(raw, policy); err != nil {
			return nil, err
		}
		return policy.Parse(logger, cluster)
	}
	rules, err := read()
	if err == nil {
		for _, rule := range rules {
			p.unanswerable(rule)
		}
		p.rules = policyutils.RulesToPolicyEntries(rules)
		return
	}
	first := inOrder(err)
	for range 64 {
		if !combined.MatchString(first) {
			break
		}
		if _, again := read(); again != nil {
			first = min(first, inOrder(again))
		}
	}
	p.refuse(errors.New(first))
}

func inOrder(err error) string {
	return combined.ReplaceAllStringFunc(err.Error(), func(found string) string {
		members := combined.FindStringSubmatch(found)
		slices.Sort(members[1:])
		return fmt.Sprintf("combining %s and %s is", members[1], members[2])
	})
}

func (p *parsed) kubernetes(raw []byte, logger *slog.Logger) {
	// Kubernetes' own type: the agent's leaves most of the metadata out.
	p.strictly(raw, &networking.NetworkPolicy{}, nil)
	if p.refused {
		return
	}
	var policy slim_networking.NetworkPolicy
	if err := json.Unmarshal(raw, &policy); err != nil {
		p.refuse(err)
		return
	}
	rules, err := k8s.ParseNetworkPolicy(logger, cluster, &policy)
	if err != nil {
		p.refuse(err)
		return
	}
	p.rules = rules
}

// What an agent fills in from objects that the settings do not have.
func (p *parsed) unanswerable(rule *api.Rule) {
	ingress := func(rule api.IngressCommonRule) {
		p.absent("fromGroups", len(rule.FromGroups) > 0)
		p.groups(rule.FromCIDRSet)
	}
	egress := func(rule api.EgressCommonRule) {
		p.absent("toGroups", len(rule.ToGroups) > 0)
		p.absent("toServices", len(rule.ToServices) > 0)
		p.groups(rule.ToCIDRSet)
	}
	for _, one := range rule.Ingress {
		ingress(one.IngressCommonRule)
	}
	for _, one := range rule.IngressDeny {
		ingress(one.IngressCommonRule)
	}
	for _, one := range rule.Egress {
		egress(one.EgressCommonRule)
	}
	for _, one := range rule.EgressDeny {
		egress(one.EgressCommonRule)
	}
}

func (p *parsed) groups(set api.CIDRRuleSlice) {
	for _, rule := range set {
		p.absent("cidrGroupRef", rule.CIDRGroupRef != "")
		p.absent("cidrGroupSelector", rule.CIDRGroupSelector.LabelSelector != nil)
	}
}

func (p *parsed) absent(field string, there bool) {
	if there {
		p.refuse(fmt.Errorf("%s cannot be resolved here", field))
	}
}

// The schemas that upstream ships, by the name that it gives their definitions.
var schemas = sync.OnceValue(func() map[string]*schema.Structural {
	found := map[string]*schema.Structural{}
	for _, name := range []string{client.CNPCRDName, client.CCNPCRDName} {
		definition := client.GetPregeneratedCRD(slog.New(slog.DiscardHandler), name)
		for _, version := range definition.Spec.Versions {
			if version.Name != "v2" {
				continue
			}
			var internal apiextensions.JSONSchemaProps
			if err := extensions.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(version.Schema.OpenAPIV3Schema, &internal, nil); err != nil {
				panic(err)
			}
			structural, err := schema.NewStructural(&internal)
			if err != nil {
				panic(err)
			}
			found[name] = structural
		}
	}
	return found
})
