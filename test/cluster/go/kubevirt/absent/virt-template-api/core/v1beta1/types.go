package v1beta1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"kubevirt.io/virt-template-api/core"
)

const ConditionReady = "Ready"

var GroupVersion = schema.GroupVersion{Group: core.GroupName, Version: "v1beta1"}

type Parameter struct {
	Name  string `json:"name"`
	Value string `json:"value,omitempty"`
}

type VirtualMachineTemplateSpec struct {
	VirtualMachine *runtime.RawExtension `json:"virtualMachine,omitempty"`
	Parameters     []Parameter           `json:"parameters,omitempty"`
}

type VirtualMachineTemplateStatus struct {
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

type VirtualMachineTemplate struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   VirtualMachineTemplateSpec   `json:"spec"`
	Status VirtualMachineTemplateStatus `json:"status,omitempty"`
}

func (t *VirtualMachineTemplate) DeepCopy() *VirtualMachineTemplate {
	out := &VirtualMachineTemplate{TypeMeta: t.TypeMeta, ObjectMeta: *t.ObjectMeta.DeepCopy()}
	out.Spec.VirtualMachine = t.Spec.VirtualMachine.DeepCopy()
	out.Spec.Parameters = append([]Parameter(nil), t.Spec.Parameters...)
	for _, condition := range t.Status.Conditions {
		out.Status.Conditions = append(out.Status.Conditions, *condition.DeepCopy())
	}
	return out
}

func (t *VirtualMachineTemplate) DeepCopyObject() runtime.Object { return t.DeepCopy() }
