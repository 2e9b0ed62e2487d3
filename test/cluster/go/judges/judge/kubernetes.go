package main

import (
	"encoding/json"

	k8sv1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/apps"
	_ "k8s.io/kubernetes/pkg/apis/apps/install"
	appsvalidation "k8s.io/kubernetes/pkg/apis/apps/validation"
	"k8s.io/kubernetes/pkg/apis/batch"
	_ "k8s.io/kubernetes/pkg/apis/batch/install"
	batchvalidation "k8s.io/kubernetes/pkg/apis/batch/validation"
	"k8s.io/kubernetes/pkg/apis/core"
	corevalidation "k8s.io/kubernetes/pkg/apis/core/validation"
	"k8s.io/kubernetes/pkg/apis/networking"
	_ "k8s.io/kubernetes/pkg/apis/networking/install"
	networkingvalidation "k8s.io/kubernetes/pkg/apis/networking/validation"
	"k8s.io/kubernetes/pkg/apis/rbac"
	_ "k8s.io/kubernetes/pkg/apis/rbac/install"
	rbacvalidation "k8s.io/kubernetes/pkg/apis/rbac/validation"
	"k8s.io/kubernetes/pkg/apis/storage"
	_ "k8s.io/kubernetes/pkg/apis/storage/install"
	storagevalidation "k8s.io/kubernetes/pkg/apis/storage/validation"
	psa "k8s.io/pod-security-admission/api"
)

// Reads as the API server reads a strict write: unknown and doubled fields are errors.
var strict = serializer.NewCodecFactory(legacyscheme.Scheme, serializer.EnableStrict).UniversalDeserializer()

// What the API server holds against an object of a kind of its own; false for kinds that nobody here knows.
func kubernetesFaults(kind metav1.TypeMeta, raw json.RawMessage, level string) ([]string, bool) {
	if !legacyscheme.Scheme.Recognizes(schema.FromAPIVersionAndKind(kind.APIVersion, kind.Kind)) {
		return nil, false
	}
	object, _, err := strict.Decode(raw, nil, nil)
	if err != nil {
		return []string{"Kubernetes: " + err.Error()}, true
	}
	legacyscheme.Scheme.Default(object)
	inside, err := legacyscheme.Scheme.ConvertToVersion(object, runtime.InternalGroupVersioner)
	if err != nil {
		return []string{"Kubernetes: " + err.Error()}, true
	}
	var faults field.ErrorList
	switch it := inside.(type) {
	case *core.Pod:
		return podOf(raw, level), true
	case *core.Namespace:
		faults = corevalidation.ValidateNamespace(it)
		// The plugin of Pod Security refuses a level that it does not know.
		_, levels := psa.PolicyToEvaluate(it.Labels, psa.Policy{})
		faults = append(faults, levels...)
	case *core.Secret:
		faults = corevalidation.ValidateSecret(it)
	case *core.ServiceAccount:
		faults = corevalidation.ValidateServiceAccount(it)
	case *core.ResourceQuota:
		faults = corevalidation.ValidateResourceQuota(it)
	case *core.LimitRange:
		faults = corevalidation.ValidateLimitRange(it)
	case *core.ConfigMap:
		faults = corevalidation.ValidateConfigMap(it)
	case *rbac.Role:
		faults = rbacvalidation.ValidateRole(it)
	case *rbac.RoleBinding:
		faults = rbacvalidation.ValidateRoleBinding(it)
	case *rbac.ClusterRole:
		faults = rbacvalidation.ValidateClusterRole(it, rbacvalidation.ClusterRoleValidationOptions{})
	case *rbac.ClusterRoleBinding:
		faults = rbacvalidation.ValidateClusterRoleBinding(it)
	case *batch.Job:
		// The API server itself gives a Job the selector and labels of its pods, and these are validated, too.
		manual := true
		it.Spec.ManualSelector, it.Spec.Selector = &manual, &metav1.LabelSelector{MatchLabels: map[string]string{"job": "one"}}
		if it.Spec.Template.Labels == nil {
			it.Spec.Template.Labels = map[string]string{}
		}
		it.Spec.Template.Labels["job"] = "one"
		faults = batchvalidation.ValidateJob(it, batchvalidation.JobValidationOptions{})
	case *apps.DaemonSet:
		faults = appsvalidation.ValidateDaemonSet(it, corevalidation.PodValidationOptions{})
	case *apps.Deployment:
		faults = appsvalidation.ValidateDeployment(it, corevalidation.PodValidationOptions{})
	case *networking.NetworkPolicy:
		faults = networkingvalidation.ValidateNetworkPolicy(it, networkingvalidation.NetworkPolicyValidationOptions{})
	case *storage.VolumeAttributesClass:
		faults = storagevalidation.ValidateVolumeAttributesClass(it)
	case *storage.StorageClass:
		faults = storagevalidation.ValidateStorageClass(it)
	default:
		return nil, false
	}
	texts := []string{}
	for _, fault := range faults {
		texts = append(texts, "Kubernetes: "+fault.Error())
	}
	return texts, true
}

func podOf(raw json.RawMessage, level string) []string {
	object, _, err := strict.Decode(raw, nil, nil)
	if err != nil {
		return []string{"Kubernetes: " + err.Error()}
	}
	return podFaults(object.(*k8sv1.Pod), level)
}
