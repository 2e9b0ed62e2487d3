import type { IConstruct } from 'constructs';
import { leaveNote } from './notes';

/** How a person reaches one machine. */
export interface Access {
  readonly owner: string;
  /** As the API server names the person. */
  readonly user: string;
  readonly machine: string;
  readonly namespace: string;
  readonly graphics: boolean;
  /** Login of its SSH service, if there is one. */
  readonly login: string | undefined;
}

const PATH = 'access.md';

const INTRODUCTION = `# How people start and reach their machines

Each person below holds rights to the own machine only: to see, start, stop and restart it, and to reach its screen, console and ports, all through the
Kubernetes API. Send people their lines, with a kubeconfig such as this one. It holds no secret: \`kubectl oidc-login\` (kubelogin) signs them in by the browser.
What stands in capitals is your cluster's. With the sign-in, the API server must give each person the name that stands here.

\`\`\`yaml
apiVersion: v1
kind: Config
clusters:
  - name: workstations
    cluster:
      server: https://API-SERVER:6443
      certificate-authority-data: CA-CERTIFICATE-IN-BASE64
users:
  - name: me
    user:
      exec:
        apiVersion: client.authentication.k8s.io/v1
        interactiveMode: IfAvailable
        command: kubectl
        args: [oidc-login, get-token, --oidc-issuer-url=https://SIGN-IN, --oidc-client-id=CLIENT-ID]
contexts:
  - name: workstations
    context: { cluster: workstations, user: me }
current-context: workstations
\`\`\`

A machine that was stopped keeps its disks. \`kubectl get vm\` without a name is refused: nobody may list what others have.
`;

/** Leaves the lines for one person in the one text of all. */
export function leaveAccessNote(construct: IConstruct, access: Access): void {
  leaveNote(construct, { path: PATH, text: INTRODUCTION });
  leaveNote(construct, { path: PATH, text: textOf(access) });
}

function textOf({ owner, user, machine, namespace, graphics, login }: Access): string {
  const at = `-n ${namespace}`;
  const lines: readonly [string, string][] = [
    [`virtctl start ${machine} ${at}`, 'switch it on'],
    [`kubectl get vmi ${machine} ${at}`, 'is it running?'],
    ...(login === undefined ? [] : [[`virtctl ssh ${login}@vmi/${machine} ${at}`, 'a shell in it, with your SSH key'] as [string, string]]),
    ...(graphics ? [[`virtctl vnc ${machine} ${at}`, 'its screen'] as [string, string]] : []),
    [`virtctl console ${machine} ${at}`, 'its serial console'],
    [`virtctl stop ${machine} ${at}`, 'switch it off'],
  ];
  const width = Math.max(...lines.map(([command]) => command.length));
  return `## ${machine}, for ${owner} (\`${user}\`)\n\n\`\`\`sh\n${lines.map(([command, what]) => `${command.padEnd(width)}  # ${what}\n`).join('')}\`\`\`\n`;
}
