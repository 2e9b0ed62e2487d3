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
    timeoutMinutes: 60,
    steps: [
      { uses: 'actions/checkout@v5' },
      { uses: 'actions/setup-node@v5', with: { 'node-version': '20' } },
      { uses: 'actions/setup-go@v6', with: { 'go-version': '1.26', 'cache': false } },
      { uses: 'actions/cache@v4', with: { path: '~/.cache/cdk8s-workstations', key: "control-plane-${{ hashFiles('test/cluster/go/**') }}" } },
      { run: '.ci/run' },
    ],
  });
}
