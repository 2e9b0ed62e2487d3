package main

import (
	"context"
	"net"
	_ "unsafe" // for go:linkname

	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	"sigs.k8s.io/kube-network-policies/pkg/networkpolicy"
)

// The engine's evaluation of a packet is these two, which are not exported. Their declarations must be those of the version in go.mod.

//go:linkname policiesFor sigs.k8s.io/kube-network-policies/pkg/networkpolicy.(*Controller).getNetworkPoliciesForPod
func policiesFor(*networkpolicy.Controller, *core.Pod) []*networking.NetworkPolicy

//go:linkname evaluate sigs.k8s.io/kube-network-policies/pkg/networkpolicy.(*Controller).evaluator
func evaluate(
	controller *networkpolicy.Controller, ctx context.Context, policies []*networking.NetworkPolicy, direction networking.PolicyType,
	srcPod *core.Pod, srcPort int, dstPod *core.Pod, dstIP net.IP, dstPort int, protocol core.Protocol,
) bool
