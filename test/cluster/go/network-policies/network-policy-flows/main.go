// Answers whether traffic passes, by the code of kube-network-policies and without a cluster: reads JSON lines, answers each with a line. A line
// with settings makes the world that the questions after it are about:
//
//	{"namespaces": [{"name", "labels"}], "pods": [{"name", "namespace", "labels", "ip"}], "policies": [objects]}
//	{"id": "…", "from": PEER, "to": PEER, "port": 22, "protocol": "TCP"}
//
// A PEER is {"pod": "alice/vm"} or {"ip": "203.0.113.7"}. Only a pod has policies, so only its direction counts; the other one is true.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/go-logr/logr"
	"k8s.io/klog/v2"
)

type settings struct {
	Namespaces []namespace       `json:"namespaces"`
	Pods       []pod             `json:"pods"`
	Policies   []json.RawMessage `json:"policies"`
}

type namespace struct {
	Name   string            `json:"name"`
	Labels map[string]string `json:"labels"`
}

type pod struct {
	Name      string            `json:"name"`
	Namespace string            `json:"namespace"`
	Labels    map[string]string `json:"labels"`
	IP        string            `json:"ip"`
}

type peer struct {
	Pod    string `json:"pod"`
	IP     string `json:"ip"`
	Entity string `json:"entity"`
	FQDN   string `json:"fqdn"`
}

type question struct {
	ID       string `json:"id"`
	From     peer   `json:"from"`
	To       peer   `json:"to"`
	Port     uint16 `json:"port"`
	Protocol string `json:"protocol"`
}

type problems struct {
	ID       string   `json:"id"`
	Problems []string `json:"problems"`
}

type verdict struct {
	ID      string `json:"id"`
	Allowed bool   `json:"allowed"`
	Egress  bool   `json:"egress"`
	Ingress bool   `json:"ingress"`
}

type failure struct {
	ID    string `json:"id"`
	Error string `json:"error"`
}

func main() {
	klog.SetLogger(logr.Discard())
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	engine, err := newEngine()
	if err != nil {
		return err
	}
	out := bufio.NewWriter(os.Stdout)
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	lines := bufio.NewReader(os.Stdin)
	var here *world
	for {
		line, err := lines.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			var said any
			here, said = answer(engine, here, line)
			if err := encoder.Encode(said); err != nil {
				return err
			}
			if err := out.Flush(); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// The world after the line, and what to say.
func answer(engine *engine, here *world, line []byte) (next *world, said any) {
	var id string
	defer func() {
		if broken := recover(); broken != nil {
			next, said = here, failure{id, fmt.Sprintf("panic: %v", broken)}
		}
	}()
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(line, &keys); err != nil {
		return here, failure{id, err.Error()}
	}
	if _, asks := keys["id"]; !asks {
		id = "settings"
		var given settings
		if err := decode(line, &given); err != nil {
			return here, failure{id, err.Error()}
		}
		made, against, err := engine.newWorld(given)
		if err != nil {
			return here, failure{id, err.Error()}
		}
		return made, problems{id, against}
	}
	_ = json.Unmarshal(keys["id"], &id)
	var asked question
	if err := decode(line, &asked); err != nil {
		return here, failure{id, err.Error()}
	}
	if here == nil {
		return here, failure{id, "a question before any settings"}
	}
	judged, err := here.judge(asked)
	if err != nil {
		return here, failure{id, err.Error()}
	}
	return here, judged
}

func decode(line []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	return decoder.Decode(into)
}
