package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	jsonpatch "github.com/evanphx/json-patch"
	admissionv1 "k8s.io/api/admission/v1"
	k8sv1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	virtv1 "kubevirt.io/api/core/v1"
	snapshotv1 "kubevirt.io/api/snapshot/v1beta1"
	"kubevirt.io/client-go/kubecli"

	"kubevirt.io/kubevirt/pkg/hooks"
	preferencewebhooks "kubevirt.io/kubevirt/pkg/instancetype/preference/webhooks"
	instancetypewebhooks "kubevirt.io/kubevirt/pkg/instancetype/webhooks"
	vmwebhooks "kubevirt.io/kubevirt/pkg/instancetype/webhooks/vm"
	netadmitter "kubevirt.io/kubevirt/pkg/network/admitter"
	"kubevirt.io/kubevirt/pkg/network/netbinding"
	netannotations "kubevirt.io/kubevirt/pkg/network/pod/annotations"
	netresources "kubevirt.io/kubevirt/pkg/network/resources"
	storageadmitters "kubevirt.io/kubevirt/pkg/storage/admitters"
	storageannotations "kubevirt.io/kubevirt/pkg/storage/pod/annotations"
	"kubevirt.io/kubevirt/pkg/testutils"
	"kubevirt.io/kubevirt/pkg/virt-api/webhooks"
	"kubevirt.io/kubevirt/pkg/virt-api/webhooks/mutating-webhook/mutators"
	"kubevirt.io/kubevirt/pkg/virt-api/webhooks/validating-webhook/admitters"
	virtconfig "kubevirt.io/kubevirt/pkg/virt-config"
	"kubevirt.io/kubevirt/pkg/virt-controller/services"
	"kubevirt.io/kubevirt/pkg/virt-controller/watch/vm"
	operatorwebhooks "kubevirt.io/kubevirt/pkg/virt-operator/webhooks"
)

const operators = "kubevirt"

// Who answers for KubeVirt.
type court struct {
	config    *virtconfig.ClusterConfig
	kinds     *definitions
	restores  cache.SharedIndexInformer
	server    *httptest.Server
	machines  *mutators.VMsMutator
	admitter  *admitters.VMsAdmitter
	instances *admitters.VMICreateAdmitter
	claims    cache.Store
	spaces    cache.Store
	template  *services.TemplateService
	client    kubecli.KubevirtClient
}

func newCourt(given settings, kinds *definitions) (*court, error) {
	kv := &virtv1.KubeVirt{ObjectMeta: metav1.ObjectMeta{Name: "kubevirt", Namespace: operators}, Spec: *given.KubeVirt}
	kv.Status.DefaultArchitecture = "amd64"
	config, _, _ := testutils.NewFakeClusterConfigUsingKVWithCPUArch(kv, "amd64")

	server := httptest.NewServer(library(given.Objects))
	client, err := kubecli.GetKubevirtClientFromRESTConfig(&rest.Config{Host: server.URL, QPS: 1e6, Burst: 1e6})
	if err != nil {
		return nil, err
	}
	informer := func(object runtime.Object) cache.SharedIndexInformer {
		made, _ := testutils.NewFakeInformerFor(object)
		return made
	}
	accounts := webhooks.KubeVirtServiceAccounts(operators)
	informers := &webhooks.Informers{NamespaceInformer: informer(&k8sv1.Namespace{})}
	claims, spaces := cache.NewStore(cache.MetaNamespaceKeyFunc), cache.NewStore(cache.MetaNamespaceKeyFunc)
	annotations := netannotations.NewGenerator(config)
	return &court{
		config:   config,
		kinds:    kinds,
		restores: informer(&snapshotv1.VirtualMachineRestore{}),
		server:   server,
		client:   client,
		machines: mutators.NewVMsMutator(config, client),
		admitter: admitters.NewVMsAdmitter(config, client, informers, accounts),
		instances: &admitters.VMICreateAdmitter{
			ClusterConfig: config, KubeVirtServiceAccounts: accounts,
			SpecValidators: []admitters.SpecValidator{
				func(path *field.Path, spec *virtv1.VirtualMachineInstanceSpec, config *virtconfig.ClusterConfig) []metav1.StatusCause {
					return netadmitter.Validate(path, spec, config)
				},
			},
		},
		claims: claims,
		spaces: spaces,
		template: services.NewTemplateService(
			"registry.example/kubevirt/virt-launcher:v1.9.0", 240, "/var/run/kubevirt", "/var/run/kubevirt-ephemeral-disks", "/var/run/kubevirt/container-disks",
			"/var/run/kubevirt/hotplug-disks", "", claims, client, config, 107, "registry.example/kubevirt/virt-exportserver:v1.9.0", cache.NewStore(cache.MetaNamespaceKeyFunc), spaces,
			services.WithSidecarCreator(func(vmi *virtv1.VirtualMachineInstance, _ *virtv1.KubeVirtConfiguration) (hooks.HookSidecarList, error) {
				return hooks.UnmarshalHookSidecarList(vmi)
			}),
			services.WithSidecarCreator(netbinding.NetBindingPluginSidecarList),
			services.WithNetMemoryCalculator(netresources.MemoryCalculator{}),
			services.WithAnnotationsGenerators(annotations, storageannotations.Generator{}),
			services.WithNetTargetAnnotationsGenerator(annotations),
		),
	}, nil
}

func (c *court) close() { c.server.Close() }

// How KubeVirt's kinds are called in addresses.
var plurals = map[string]string{
	"VirtualMachine": "virtualmachines", "VirtualMachineInstance": "virtualmachineinstances", "KubeVirt": "kubevirts",
	"VirtualMachineInstancetype": "virtualmachineinstancetypes", "VirtualMachineClusterInstancetype": "virtualmachineclusterinstancetypes",
	"VirtualMachinePreference": "virtualmachinepreferences", "VirtualMachineClusterPreference": "virtualmachineclusterpreferences",
	"VirtualMachineSnapshot": "virtualmachinesnapshots", "VirtualMachineRestore": "virtualmachinerestores",
	"VirtualMachineExport": "virtualmachineexports", "VirtualMachineClone": "virtualmachineclones",
}

// What objects refer to, by the address at which KubeVirt's client asks for it.
func library(objects []json.RawMessage) http.Handler {
	known := map[string]json.RawMessage{}
	for _, object := range objects {
		var meta metav1.PartialObjectMetadata
		if json.Unmarshal(object, &meta) != nil || plurals[meta.Kind] == "" {
			continue
		}
		inside := ""
		if meta.Namespace != "" {
			inside = "namespaces/" + meta.Namespace + "/"
		}
		known[fmt.Sprintf("/apis/%s/%s%s/%s", meta.APIVersion, inside, plurals[meta.Kind], meta.Name)] = object
	}
	return http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		response.Header().Set("Content-Type", "application/json")
		if found, is := known[request.URL.Path]; is && request.Method == http.MethodGet {
			_, _ = response.Write(found)
			return
		}
		if request.Method == http.MethodPost {
			tried(response, request)
			return
		}
		refused(response, http.StatusNotFound, metav1.StatusReasonNotFound, request.URL.Path+" not found")
	})
}

// A dry run: KubeVirt asks whether a DaemonSet could be placed as its own object says.
func tried(response http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(request.Body)
	if err != nil {
		refused(response, http.StatusBadRequest, metav1.StatusReasonBadRequest, err.Error())
		return
	}
	object := &unstructured.Unstructured{}
	if err := object.UnmarshalJSON(body); err != nil {
		refused(response, http.StatusBadRequest, metav1.StatusReasonBadRequest, err.Error())
		return
	}
	// /apis/GROUP/VERSION/namespaces/NAMESPACE/KIND
	object.SetNamespace(strings.Split(request.URL.Path, "/")[5])
	meta := metav1.TypeMeta{APIVersion: object.GetAPIVersion(), Kind: object.GetKind()}
	inside, _ := object.MarshalJSON()
	faults, is := kubernetesFaults(meta, inside, "privileged")
	if !is || len(faults) > 0 {
		refused(response, http.StatusUnprocessableEntity, metav1.StatusReasonInvalid, strings.Join(append(faults, meta.Kind), "; "))
		return
	}
	response.WriteHeader(http.StatusCreated)
	_, _ = response.Write(body)
}

func refused(response http.ResponseWriter, code int32, reason metav1.StatusReason, message string) {
	response.WriteHeader(int(code))
	_ = json.NewEncoder(response).Encode(metav1.Status{
		TypeMeta: metav1.TypeMeta{Kind: "Status", APIVersion: "v1"}, Status: metav1.StatusFailure, Reason: reason, Code: code, Message: message,
	})
}

func (c *court) judge(asked question) (given answer) {
	given = answer{ID: asked.ID, Refused: []string{}, Warnings: []string{}}
	defer func() {
		if slip := recover(); slip != nil {
			given.Refused = append(given.Refused, fmt.Sprintf("upstream's code fails: %v", slip))
		}
	}()
	var meta metav1.TypeMeta
	if err := json.Unmarshal(asked.Object, &meta); err != nil {
		given.Refused = append(given.Refused, "no object: "+err.Error())
		return given
	}
	defined, err := c.kinds.of(meta)
	if err != nil {
		given.Refused = append(given.Refused, "definition: "+err.Error())
		return given
	}
	if defined == nil {
		faults, is := kubernetesFaults(meta, asked.Object, asked.Level)
		if !is {
			faults = []string{fmt.Sprintf("nobody here judges a %s of %s", meta.Kind, meta.APIVersion)}
		}
		given.Refused = append(given.Refused, faults...)
		return given
	}
	given.add(meta.Kind+", strict", defined.unknown(asked.Object))
	if meta.Kind == "VirtualMachine" {
		c.machine(asked, defined, &given)
		return given
	}
	given.add(meta.Kind+", schema", defined.faults(asked.Object))
	if judge := c.admitterOf(meta.Kind, len(asked.Old) > 0); judge != nil {
		group, version, _ := strings.Cut(meta.APIVersion, "/")
		c.admit(meta.Kind, &given, judge, review(group, version, plurals[meta.Kind], asked))
	}
	return given
}

// KubeVirt's own word beyond the schema; nil where it has none.
func (c *court) admitterOf(kind string, update bool) admitter {
	switch kind {
	case "VirtualMachineInstance":
		return c.instances
	case "VirtualMachineInstancetype":
		return &instancetypewebhooks.InstancetypeAdmitter{}
	case "VirtualMachineClusterInstancetype":
		return &instancetypewebhooks.ClusterInstancetypeAdmitter{}
	case "VirtualMachinePreference":
		return &preferencewebhooks.PreferenceAdmitter{}
	case "VirtualMachineClusterPreference":
		return &preferencewebhooks.ClusterPreferenceAdmitter{}
	case "VirtualMachineSnapshot":
		return storageadmitters.NewVMSnapshotAdmitter(c.config, c.client)
	case "VirtualMachineRestore":
		return storageadmitters.NewVMRestoreAdmitter(c.config, c.client, c.restores)
	case "VirtualMachineExport":
		return storageadmitters.NewVMExportAdmitter(c.config)
	case "VirtualMachineClone":
		return admitters.NewVMCloneAdmitter(c.config, c.client)
	case "KubeVirt":
		// A new one is refused only where there is one already.
		if update {
			return operatorwebhooks.NewKubeVirtUpdateAdmitter(c.client, c.config)
		}
	}
	return nil
}

func (a *answer) add(who string, faults []string) {
	for _, fault := range faults {
		a.Refused = append(a.Refused, who+": "+fault)
	}
}

type admitter interface {
	Admit(context.Context, *admissionv1.AdmissionReview) *admissionv1.AdmissionResponse
}

func (c *court) admit(who string, given *answer, judge admitter, asked *admissionv1.AdmissionReview) bool {
	return heard(who, given, judge.Admit(context.Background(), asked))
}

func heard(who string, given *answer, response *admissionv1.AdmissionResponse) bool {
	for _, text := range response.Warnings {
		given.Warnings = append(given.Warnings, who+": "+text)
	}
	if !response.Allowed {
		text := "refused without a word"
		if response.Result != nil && response.Result.Message != "" {
			text = response.Result.Message
		}
		given.Refused = append(given.Refused, who+": "+text)
	}
	return response.Allowed
}

func review(group, version, resource string, asked question) *admissionv1.AdmissionReview {
	request := &admissionv1.AdmissionRequest{
		UID: types.UID("1"), Operation: admissionv1.Create, Object: runtime.RawExtension{Raw: asked.Object},
		Resource: metav1.GroupVersionResource{Group: group, Version: version, Resource: resource},
	}
	if len(asked.Old) > 0 {
		request.Operation, request.OldObject = admissionv1.Update, runtime.RawExtension{Raw: asked.Old}
	}
	return &admissionv1.AdmissionReview{Request: request}
}

func (c *court) machine(asked question, defined *definition, given *answer) {
	ask := func(object []byte) *admissionv1.AdmissionReview {
		return review("kubevirt.io", "v1", "virtualmachines", question{Object: object, Old: asked.Old})
	}
	changed := c.machines.Mutate(ask(asked.Object))
	if !heard("VirtualMachine, mutating", given, changed) {
		return
	}
	object, err := patched(asked.Object, changed.Patch)
	if err != nil {
		given.Refused = append(given.Refused, "the webhook's patch: "+err.Error())
		return
	}
	// The API server itself, after the webhook: an object that it refuses is not admitted any more, but both may be worth hearing.
	given.add("VirtualMachine, schema", defined.faults(object))
	if !c.admit("VirtualMachine", given, c.admitter, ask(object)) || len(given.Refused) > 0 {
		return
	}
	machine := &virtv1.VirtualMachine{}
	if err := json.Unmarshal(object, machine); err != nil {
		given.Refused = append(given.Refused, err.Error())
		return
	}
	machine.UID = types.UID("8a7f0f0e-0000-4000-8000-000000000001")
	if _, _, causes := vmwebhooks.NewAdmitter(c.client).ApplyToVM(machine); len(causes) > 0 {
		given.Refused = append(given.Refused, fmt.Sprintf("instancetype: %v", causes))
		return
	}
	instance := vm.SetupVMIFromVM(machine)
	instance.UID = types.UID("8a7f0f0e-0000-4000-8000-000000000002")
	if given.Instance, err = json.Marshal(instance); err != nil {
		given.Refused = append(given.Refused, err.Error())
		return
	}
	if err := mutators.ApplyNewVMIMutations(instance, c.config); err != nil {
		given.Refused = append(given.Refused, "VirtualMachineInstance, mutating: "+err.Error())
		return
	}
	raw, err := json.Marshal(instance)
	if err != nil {
		given.Refused = append(given.Refused, err.Error())
		return
	}
	instances, err := c.kinds.of(metav1.TypeMeta{APIVersion: "kubevirt.io/v1", Kind: "VirtualMachineInstance"})
	if err != nil {
		given.Refused = append(given.Refused, "definition: "+err.Error())
		return
	}
	given.add("VirtualMachineInstance, schema", instances.faults(raw))
	if !c.admit("VirtualMachineInstance", given, c.instances, review("kubevirt.io", "v1", "virtualmachineinstances", question{Object: raw})) {
		return
	}
	c.furnish(machine)
	pod, err := c.template.RenderLaunchManifest(instance)
	if err != nil {
		given.Refused = append(given.Refused, "launcher pod: "+err.Error())
		return
	}
	pod.Name, pod.Namespace = pod.GenerateName+"abcde", machine.Namespace
	given.Refused = append(given.Refused, podFaults(pod, asked.Level)...)
	given.Pod, err = json.Marshal(pod)
	if err != nil {
		given.Refused = append(given.Refused, err.Error())
	}
}

// The claims that a machine opens, as its disks are made: Block, bound.
func (c *court) furnish(machine *virtv1.VirtualMachine) {
	block := k8sv1.PersistentVolumeBlock
	_ = c.spaces.Add(&k8sv1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: machine.Namespace}})
	for _, volume := range machine.Spec.Template.Spec.Volumes {
		if volume.PersistentVolumeClaim != nil {
			_ = c.claims.Add(&k8sv1.PersistentVolumeClaim{
				ObjectMeta: metav1.ObjectMeta{Name: volume.PersistentVolumeClaim.ClaimName, Namespace: machine.Namespace},
				Spec:       k8sv1.PersistentVolumeClaimSpec{VolumeMode: &block, AccessModes: []k8sv1.PersistentVolumeAccessMode{k8sv1.ReadWriteOnce}},
			})
		}
	}
}

func patched(object, patch []byte) ([]byte, error) {
	if len(patch) == 0 {
		return object, nil
	}
	decoded, err := jsonpatch.DecodePatch(patch)
	if err != nil {
		return nil, err
	}
	return decoded.Apply(object)
}
