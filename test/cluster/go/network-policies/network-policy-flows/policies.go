package main

import (
	"encoding/json"
	"fmt"

	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	strict "sigs.k8s.io/json"
)

// Reads a policy as an API server that is asked to be strict, and gives it as that server gives it to a controller.
func parse(raw []byte) (name string, policy *networking.NetworkPolicy, problems []error) {
	name = "policy"
	var head meta.PartialObjectMetadata
	if err := json.Unmarshal(raw, &head); err != nil {
		return name, nil, []error{err}
	}
	name = "policy " + head.Name
	if head.Namespace != "" {
		name = "policy " + head.Namespace + "/" + head.Name
	}
	if kind := head.APIVersion + " " + head.Kind; kind != "networking.k8s.io/v1 NetworkPolicy" {
		return name, nil, []error{fmt.Errorf("%s is not read here", kind)}
	}
	if head.Namespace == "" {
		return name, nil, []error{fmt.Errorf("in no namespace")}
	}
	var read, stored networking.NetworkPolicy
	unknown, err := strict.UnmarshalStrict(raw, &read)
	if err != nil {
		return name, nil, []error{err}
	}
	if len(unknown) > 0 {
		return name, nil, unknown
	}
	// Lists without elements are not sent, and this engine takes one that is there for "everything".
	sent, err := json.Marshal(&read)
	if err != nil {
		return name, nil, []error{err}
	}
	if err := json.Unmarshal(sent, &stored); err != nil {
		return name, nil, []error{err}
	}
	setDefaults(&stored.Spec)
	return name, &stored, nil
}

// As the API server does it (pkg/apis/networking/v1/defaults.go in Kubernetes).
func setDefaults(spec *networking.NetworkPolicySpec) {
	if len(spec.PolicyTypes) == 0 {
		spec.PolicyTypes = []networking.PolicyType{networking.PolicyTypeIngress}
		if len(spec.Egress) != 0 {
			spec.PolicyTypes = append(spec.PolicyTypes, networking.PolicyTypeEgress)
		}
	}
	protocol := func(ports []networking.NetworkPolicyPort) {
		for i := range ports {
			if ports[i].Protocol == nil {
				ports[i].Protocol = ptr.To(core.ProtocolTCP)
			}
		}
	}
	for _, rule := range spec.Ingress {
		protocol(rule.Ports)
	}
	for _, rule := range spec.Egress {
		protocol(rule.Ports)
	}
}
