/** How the output is cut into files. */
export enum Layout {
  /** One file a chart, such as `3-people/alice.yaml`: a person is a file. */
  FILE_PER_CHART = 'file-per-chart',
  /** One file an object, such as `3-people/workstation-alice.VirtualMachine.alice-workstation.yaml`. */
  FILE_PER_OBJECT = 'file-per-object',
}
