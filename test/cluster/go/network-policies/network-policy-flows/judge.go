package main

import (
	"context"
	"fmt"
	"net/netip"

	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
)

// side is one end of a packet: an address, and the pod that has it.
type side struct {
	pod     *core.Pod
	address netip.Addr
}

// Any port that a connection may come from.
const sourcePort = 40000

func (w *world) judge(asked question) (verdict, error) {
	if asked.Port == 0 {
		return verdict{}, fmt.Errorf("no port")
	}
	protocol := core.Protocol(asked.Protocol)
	switch protocol {
	case core.ProtocolTCP, core.ProtocolUDP, core.ProtocolSCTP:
	default:
		return verdict{}, fmt.Errorf("protocol %q: TCP, UDP, or SCTP", asked.Protocol)
	}
	from, err := w.side(asked.From)
	if err != nil {
		return verdict{}, fmt.Errorf("from: %w", err)
	}
	to, err := w.side(asked.To)
	if err != nil {
		return verdict{}, fmt.Errorf("to: %w", err)
	}
	if from.pod == nil && to.pod == nil {
		return verdict{}, fmt.Errorf("neither side is a pod")
	}
	said := verdict{ID: asked.ID}
	// The other way round for ingress, as the engine calls it itself.
	ctx := context.Background()
	said.Egress = evaluate(w.controller, ctx, policiesFor(w.controller, from.pod), networking.PolicyTypeEgress,
		from.pod, sourcePort, to.pod, to.address.AsSlice(), int(asked.Port), protocol)
	said.Ingress = evaluate(w.controller, ctx, policiesFor(w.controller, to.pod), networking.PolicyTypeIngress,
		to.pod, int(asked.Port), from.pod, from.address.AsSlice(), sourcePort, protocol)
	said.Allowed = said.Egress && said.Ingress
	return said, nil
}

func (w *world) side(given peer) (side, error) {
	var address netip.Addr
	switch given {
	case peer{}:
		return side{}, fmt.Errorf("one of pod or ip")
	case peer{Pod: given.Pod}:
		pod := w.pods[given.Pod]
		if pod == nil {
			return side{}, fmt.Errorf("there is no pod %q", given.Pod)
		}
		return side{pod, netip.MustParseAddr(pod.Status.PodIP)}, nil
	case peer{IP: given.IP}:
		var err error
		if address, err = netip.ParseAddr(given.IP); err != nil {
			return side{}, err
		}
	default:
		return side{}, fmt.Errorf("this engine knows pods and addresses only")
	}
	address = address.Unmap().WithZone("")
	return side{w.pods[w.podOf[address]], address}, nil
}
