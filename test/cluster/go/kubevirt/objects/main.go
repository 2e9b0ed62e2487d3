// Prints what virt-operator would install: `objects crds` KubeVirt's own resource definitions, `objects webhooks PORT CA-FILE` its
// webhook configurations with each service replaced by a URL on this machine.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	admission "k8s.io/api/admissionregistration/v1"
	extensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"kubevirt.io/kubevirt/pkg/virt-operator/resource/generate/components"
)

func main() {
	objects, err := run(os.Args[1:])
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(objects)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(arguments []string) ([]any, error) {
	switch {
	case len(arguments) == 1 && arguments[0] == "crds":
		return crds()
	case len(arguments) == 3 && arguments[0] == "webhooks":
		authority, err := os.ReadFile(arguments[2])
		if err != nil {
			return nil, err
		}
		return webhooks(arguments[1], authority), nil
	default:
		return nil, fmt.Errorf("usage: objects crds | objects webhooks PORT CA-FILE")
	}
}

func crds() ([]any, error) {
	var all []any
	for _, make := range []func() (*extensions.CustomResourceDefinition, error){
		components.NewKubeVirtCrd,
		components.NewVirtualMachineInstanceCrd, components.NewPresetCrd, components.NewReplicaSetCrd,
		components.NewVirtualMachineCrd, components.NewVirtualMachineInstanceMigrationCrd,
		components.NewVirtualMachineSnapshotCrd, components.NewVirtualMachineSnapshotContentCrd,
		components.NewVirtualMachineRestoreCrd, components.NewVirtualMachineInstancetypeCrd,
		components.NewVirtualMachineClusterInstancetypeCrd, components.NewVirtualMachinePoolCrd,
		components.NewMigrationPolicyCrd, components.NewVirtualMachinePreferenceCrd,
		components.NewVirtualMachineClusterPreferenceCrd, components.NewVirtualMachineExportCrd,
		components.NewVirtualMachineCloneCrd, components.NewVirtualMachineBackupCrd,
		components.NewVirtualMachineBackupTrackerCrd, components.NewPluginCrd,
	} {
		crd, err := make()
		if err != nil {
			return nil, err
		}
		all = append(all, crd)
	}
	return all, nil
}

func webhooks(port string, authority []byte) []any {
	here := func(config *admission.WebhookClientConfig) {
		path := ""
		if config.Service != nil && config.Service.Path != nil {
			path = "/" + strings.TrimPrefix(*config.Service.Path, "/")
		}
		url := fmt.Sprintf("https://localhost:%s%s", port, path)
		config.Service, config.URL, config.CABundle = nil, &url, authority
	}
	mutating := components.NewVirtAPIMutatingWebhookConfiguration("kubevirt")
	for i := range mutating.Webhooks {
		here(&mutating.Webhooks[i].ClientConfig)
	}
	validating := components.NewVirtAPIValidatingWebhookConfiguration("kubevirt")
	for i := range validating.Webhooks {
		here(&validating.Webhooks[i].ClientConfig)
	}
	return []any{mutating, validating}
}
