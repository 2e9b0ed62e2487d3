package main

import (
	"context"
	"encoding/json"
	"fmt"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	extensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	structural "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	metavalidation "k8s.io/apimachinery/pkg/api/validation"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/validation/field"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"kubevirt.io/kubevirt/pkg/virt-operator/resource/generate/components"
)

// What the API server holds against an object of a defined kind: the code behind each CustomResourceDefinition.
type definition struct {
	structural *structural.Structural
	schema     validation.SchemaValidator
	rules      *cel.Validator
	namespaced bool
}

// By apiVersion and kind; made when the first object of that kind comes.
type definitions struct {
	known map[metav1.TypeMeta]extensions.CustomResourceDefinition
	made  map[metav1.TypeMeta]*definition
}

func newDefinitions() (*definitions, error) {
	all := &definitions{known: map[metav1.TypeMeta]extensions.CustomResourceDefinition{}, made: map[metav1.TypeMeta]*definition{}}
	for _, make := range []func() (*extensions.CustomResourceDefinition, error){
		components.NewKubeVirtCrd, components.NewVirtualMachineCrd, components.NewVirtualMachineInstanceCrd,
		components.NewVirtualMachineInstancetypeCrd, components.NewVirtualMachineClusterInstancetypeCrd,
		components.NewVirtualMachinePreferenceCrd, components.NewVirtualMachineClusterPreferenceCrd,
		components.NewVirtualMachineSnapshotCrd, components.NewVirtualMachineRestoreCrd,
		components.NewVirtualMachineExportCrd, components.NewVirtualMachineCloneCrd,
	} {
		crd, err := make()
		if err != nil {
			return nil, err
		}
		all.add(*crd)
	}
	return all, nil
}

func (d *definitions) add(crd extensions.CustomResourceDefinition) {
	for _, version := range crd.Spec.Versions {
		of := metav1.TypeMeta{APIVersion: crd.Spec.Group + "/" + version.Name, Kind: crd.Spec.Names.Kind}
		d.known[of] = crd
		delete(d.made, of)
	}
}

// Nil if nobody defines the kind.
func (d *definitions) of(kind metav1.TypeMeta) (*definition, error) {
	if found := d.made[kind]; found != nil {
		return found, nil
	}
	crd, is := d.known[kind]
	if !is {
		return nil, nil
	}
	for _, version := range crd.Spec.Versions {
		if crd.Spec.Group+"/"+version.Name != kind.APIVersion {
			continue
		}
		inside := &apiextensions.JSONSchemaProps{}
		if err := extensions.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(version.Schema.OpenAPIV3Schema, inside, nil); err != nil {
			return nil, err
		}
		shape, err := structural.NewStructural(inside)
		if err != nil {
			return nil, err
		}
		schema, _, err := validation.NewSchemaValidator(inside)
		if err != nil {
			return nil, err
		}
		d.made[kind] = &definition{structural: shape, schema: schema, rules: cel.NewValidator(shape, true, celconfig.PerCallLimit), namespaced: crd.Spec.Scope == extensions.NamespaceScoped}
		return d.made[kind], nil
	}
	return nil, fmt.Errorf("%s is not served", kind.APIVersion)
}

// Fields that a strict write may not have, for this kind.
func (d *definition) unknown(raw json.RawMessage) []string {
	var object map[string]any
	if err := utiljson.Unmarshal(raw, &object); err != nil {
		return []string{err.Error()}
	}
	_, _, meta, err := objectmeta.GetObjectMetaWithOptions(object, objectmeta.ObjectMetaOptions{ReturnUnknownFieldPaths: true})
	if err != nil {
		return []string{err.Error()}
	}
	found := meta
	for _, path := range pruning.PruneWithOptions(object, d.structural, true, structural.UnknownFieldPathOptions{TrackUnknownFieldPaths: true}) {
		found = append(found, path)
	}
	for at, path := range found {
		found[at] = fmt.Sprintf("unknown field %q", path)
	}
	return found
}

// What a write is refused for.
func (d *definition) faults(raw json.RawMessage) []string {
	var object map[string]any
	if err := utiljson.Unmarshal(raw, &object); err != nil {
		return []string{err.Error()}
	}
	// What the mutating webhook writes of its own, the API server leaves out again.
	pruning.Prune(object, d.structural, true)
	defaulting.PruneNonNullableNullsWithoutDefaults(object, d.structural)
	defaulting.Default(object, d.structural)
	faults := metavalidation.ValidateObjectMetaAccessor(&unstructured.Unstructured{Object: object}, d.namespaced, metavalidation.NameIsDNSSubdomain, field.NewPath("metadata"))
	faults = append(faults, validation.ValidateCustomResource(nil, object, d.schema)...)
	faults = append(faults, objectmeta.Validate(nil, object, d.structural, false)...)
	faults = append(faults, listtype.ValidateListSetsAndMaps(nil, d.structural, object)...)
	if d.rules != nil && len(faults) == 0 {
		said, _ := d.rules.Validate(context.Background(), nil, d.structural, object, nil, celconfig.RuntimeCELCostBudget)
		faults = append(faults, said...)
	}
	texts := []string{}
	for _, fault := range faults {
		texts = append(texts, fault.Error())
	}
	return texts
}
