package main

import (
	"fmt"

	k8sv1 "k8s.io/api/core/v1"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	podutil "k8s.io/kubernetes/pkg/api/pod"
	"k8s.io/kubernetes/pkg/apis/core"
	_ "k8s.io/kubernetes/pkg/apis/core/install"
	corev1 "k8s.io/kubernetes/pkg/apis/core/v1"
	"k8s.io/kubernetes/pkg/apis/core/validation"
	psa "k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
)

// What Kubernetes says against a pod: the API server's validation of a new pod, and Pod Security at a level.
func podFaults(pod *k8sv1.Pod, level string) []string {
	faults := []string{}
	whole := pod.DeepCopy()
	// What a kubelet's cluster fills in before it validates.
	whole.Spec.SecurityContext = orEmpty(whole.Spec.SecurityContext)
	corev1.SetObjectDefaults_Pod(whole)
	inside := &core.Pod{}
	if err := legacyscheme.Scheme.Convert(whole, inside, nil); err != nil {
		return append(faults, "Kubernetes: "+err.Error())
	}
	options := podutil.GetValidationOptionsFromPodSpecAndMeta(&inside.Spec, nil, &inside.ObjectMeta, nil)
	for _, fault := range validation.ValidatePodCreate(inside, options) {
		faults = append(faults, "Kubernetes: "+fault.Error())
	}
	if level == "" {
		return faults
	}
	wanted, err := psa.ParseLevel(level)
	if err != nil {
		return append(faults, err.Error())
	}
	evaluator, err := policy.NewEvaluator(policy.DefaultChecks())
	if err != nil {
		return append(faults, err.Error())
	}
	for _, result := range evaluator.EvaluatePod(psa.LevelVersion{Level: wanted, Version: psa.LatestVersion()}, &pod.ObjectMeta, &pod.Spec) {
		if !result.Allowed {
			faults = append(faults, fmt.Sprintf("Pod Security %s: %s (%s)", level, result.ForbiddenReason, result.ForbiddenDetail))
		}
	}
	return faults
}

func orEmpty(context *k8sv1.PodSecurityContext) *k8sv1.PodSecurityContext {
	if context == nil {
		return &k8sv1.PodSecurityContext{}
	}
	return context
}
