// Judges objects by upstream's own code, without a server: reads JSON lines, answers each question with a line. A line with settings holds for what comes after it:
//
//	{"definitions": [CustomResourceDefinitions beside KubeVirt's]}
//	{"kubevirt": SPEC, "objects": [instancetypes and preferences that machines may name]}
//	{"id": "…", "object": {…}, "old": {…}, "level": "baseline"}
//
// A VirtualMachine goes the way it goes in a cluster: read strictly, mutated, held against its schema and admitted, made into an instance as
// virt-controller does it, that mutated and admitted, its launcher pod rendered, and the pod validated by Kubernetes and held against the Pod
// Security level. Any other object is held against its schema, or what Kubernetes' own code says of its kind, and admitted by KubeVirt's.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	"github.com/go-logr/logr"
	extensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/capabilities"
	virtv1 "kubevirt.io/api/core/v1"
	"kubevirt.io/client-go/log"
)

type settings struct {
	Definitions []extensions.CustomResourceDefinition `json:"definitions"`
	KubeVirt    *virtv1.KubeVirtSpec                  `json:"kubevirt"`
	Objects     []json.RawMessage                     `json:"objects"`
}

type question struct {
	ID     string          `json:"id"`
	Object json.RawMessage `json:"object"`
	Old    json.RawMessage `json:"old,omitempty"`
	Level  string          `json:"level,omitempty"`
}

type answer struct {
	ID string `json:"id"`
	// Each with who says it.
	Refused  []string `json:"refused"`
	Warnings []string `json:"warnings"`
	// The machine's instance, as virt-controller hands it to the API server.
	Instance json.RawMessage `json:"instance,omitempty"`
	Pod      json.RawMessage `json:"pod,omitempty"`
}

func main() {
	klog.SetLogger(logr.Discard())
	_ = log.Log.SetVerbosityLevel(0)
	log.Log.SetIOWriter(devNull{})
	// As API servers are started where KubeVirt runs: Pod Security says who may be privileged.
	capabilities.Setup(true, 0)
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 64*1024*1024)
	out := bufio.NewWriter(os.Stdout)
	encoder := json.NewEncoder(out)
	kinds, err := newDefinitions()
	if err != nil {
		return err
	}
	var sitting *court
	defer func() {
		if sitting != nil {
			sitting.close()
		}
	}()
	for lines.Scan() {
		var given settings
		if err := json.Unmarshal(lines.Bytes(), &given); err != nil {
			return fmt.Errorf("line: %w", err)
		}
		for _, crd := range given.Definitions {
			kinds.add(crd)
		}
		if len(given.Definitions) > 0 && given.KubeVirt == nil {
			continue
		}
		if given.KubeVirt != nil {
			if sitting != nil {
				sitting.close()
			}
			var err error
			if sitting, err = newCourt(given, kinds); err != nil {
				return err
			}
			continue
		}
		var asked question
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			return fmt.Errorf("question: %w", err)
		}
		if sitting == nil {
			return fmt.Errorf("a question before any settings")
		}
		if err := encoder.Encode(sitting.judge(asked)); err != nil {
			return err
		}
		if err := out.Flush(); err != nil {
			return err
		}
	}
	return lines.Err()
}

type devNull struct{}

func (devNull) Write(text []byte) (int, error) { return len(text), nil }
