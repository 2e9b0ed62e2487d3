/** `.yaml`, not cdk8s' `.k8s.yaml`: the folder already says what the files are. */
export const EXTENSION = '.yaml';

/** How the output is cut into files. */
export enum Layout {
  /** One file a chart, such as `3-people/alice.yaml`: a person is a file. */
  FILE_PER_CHART = 'file-per-chart',
  /** One file an object, such as `3-people/workstation-alice.VirtualMachine.alice-workstation.yaml`. */
  FILE_PER_OBJECT = 'file-per-object',
}

/** Whether the folders of the output can be given to kustomize. */
export enum Kustomization {
  /** No `kustomization.yaml`: Argo CD and Flux read folders of plain YAML. */
  NONE = 'none',
  /** A `kustomization.yaml` in each folder, and at most 50 manifests beside it: a larger layer is cut into folders such as `3-people/a/`. */
  PER_FOLDER = 'per-folder',
}
