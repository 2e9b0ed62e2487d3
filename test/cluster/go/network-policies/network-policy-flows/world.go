package main

import (
	"errors"
	"fmt"
	"maps"
	"net/netip"
	"slices"

	core "k8s.io/api/core/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"sigs.k8s.io/kube-network-policies/pkg/networkpolicy"
)

// engine is upstream's controller with what it has read of a cluster.
type engine struct {
	controller                 *networkpolicy.Controller
	policies, namespaces, pods cache.Store
}

func newEngine() (*engine, error) {
	// Nothing is started, so nothing connects: what informers would have read is put into their stores.
	client := kubernetes.New(nil)
	factory := informers.NewSharedInformerFactory(client, 0)
	policies := factory.Networking().V1().NetworkPolicies()
	namespaces := factory.Core().V1().Namespaces()
	pods := factory.Core().V1().Pods()
	config := networkpolicy.Config{NodeName: "node", NRIdisabled: true}
	controller, err := networkpolicy.NewController(client, policies, namespaces, pods, nil, nil, nil, nil, config)
	if err != nil {
		return nil, err
	}
	return &engine{controller, policies.Informer().GetStore(), namespaces.Informer().GetStore(), pods.Informer().GetStore()}, nil
}

// world is what questions are about.
type world struct {
	controller *networkpolicy.Controller
	pods       map[string]*core.Pod
	podOf      map[netip.Addr]string
}

// Whatever fails, the engine still has the world before.
func (e *engine) newWorld(given settings) (*world, []string, error) {
	w := &world{controller: e.controller, pods: map[string]*core.Pod{}, podOf: map[netip.Addr]string{}}
	var namespaces, pods []any
	known := map[string]bool{}
	for _, one := range given.Namespaces {
		if known[one.Name] {
			return nil, nil, fmt.Errorf("namespace %s is there twice", one.Name)
		}
		known[one.Name] = true
		labels := map[string]string{}
		for key, value := range one.Labels {
			labels[key] = value
		}
		// The API server sets it.
		labels[core.LabelMetadataName] = one.Name
		namespaces = append(namespaces, &core.Namespace{ObjectMeta: meta.ObjectMeta{Name: one.Name, Labels: labels}})
	}
	for _, one := range given.Pods {
		name := one.Namespace + "/" + one.Name
		if !known[one.Namespace] {
			return nil, nil, fmt.Errorf("pod %s: its namespace is not there", name)
		}
		if w.pods[name] != nil {
			return nil, nil, fmt.Errorf("pod %s is there twice", name)
		}
		address, err := netip.ParseAddr(one.IP)
		if err != nil {
			return nil, nil, fmt.Errorf("pod %s: %w", name, err)
		}
		if other, twice := w.podOf[address]; twice {
			return nil, nil, fmt.Errorf("pods %s and %s have one address", other, name)
		}
		w.podOf[address] = name
		w.pods[name] = &core.Pod{
			ObjectMeta: meta.ObjectMeta{Name: one.Name, Namespace: one.Namespace, Labels: one.Labels},
			Status:     core.PodStatus{Phase: core.PodRunning, PodIP: one.IP, PodIPs: []core.PodIP{{IP: one.IP}}},
		}
		pods = append(pods, w.pods[name])
	}
	against := []string{}
	policies := map[string]any{}
	for _, raw := range given.Policies {
		name, policy, refused := parse(raw)
		for _, problem := range refused {
			against = append(against, name+": "+problem.Error())
		}
		if policy == nil {
			continue
		}
		// Twice the same object is none that a cluster can hold.
		if _, twice := policies[name]; twice {
			against = append(against, name+": is there twice; the last one holds")
		}
		policies[name] = policy
	}
	return w, against, errors.Join(
		e.namespaces.Replace(namespaces, ""),
		e.pods.Replace(pods, ""),
		e.policies.Replace(slices.Collect(maps.Values(policies)), ""),
	)
}
