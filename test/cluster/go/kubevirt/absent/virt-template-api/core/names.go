// Package core stands for kubevirt.io/virt-template-api, which the Go module proxy does not serve:
// just the names that virt-api and virt-controller compile against. Nothing in admission calls them.
package core

const (
	GroupName            = "template.kubevirt.io"
	SingularResourceName = "virtualmachinetemplate"
	PluralResourceName   = "virtualmachinetemplates"
)
