import { github, type cdk8s } from 'projen';

/** Pull requests run the same file as anybody's own machine: `.ci/run`. */
export function ci(project: cdk8s.ConstructLibraryCdk8s): void {
  const hub = project.github;
  if (!hub) {
    return;
  }
  const workflow = hub.addWorkflow('ci');
  workflow.on({ pullRequest: {}, push: { branches: ['main'] }, workflowDispatch: {} });
  workflow.addJob('all', {
    runsOn: ['ubuntu-latest'],
    permissions: { contents: github.workflows.JobPermission.READ },
    timeoutMinutes: 30,
    steps: [
      { uses: 'actions/checkout@v5' },
      { uses: 'actions/setup-node@v5', with: { 'node-version': '20' } },
      { run: '.ci/run' },
    ],
  });
}
