import { JsonPatch, type cdk8s } from 'projen';

/** projen's release workflow, made to find its artefacts in `pkg/`: the path `dist` is fixed in two of its jobs. */
export function release(project: cdk8s.ConstructLibraryCdk8s): void {
  // What jsii-pacmak does for npm, without its second install.
  project.tasks.tryFind('package:js')?.reset('mkdir -p pkg/js && npm pack --ignore-scripts --pack-destination pkg/js');
  project.packageTask.reset('tsx projenrc/run/pack.ts');
  project.packageTask.exec('npx projen package:js');
  const workflow = project.github?.tryFindWorkflow('release');
  for (const job of ['release_github', 'release_npm']) {
    workflow?.file?.patch(
      JsonPatch.replace(`/jobs/${job}/steps/1/with/path`, project.artifactsDirectory),
      JsonPatch.replace(`/jobs/${job}/steps/2/run`, `cd ${project.artifactsDirectory} && setfacl --restore=permissions-backup.acl`),
    );
  }
}
