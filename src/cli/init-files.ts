/** What `init` was told, and what it takes where it was told nothing. */
export interface Answers {
  /** Id of the fleet. */
  readonly fleet: string;
  /** StorageClass of the disks. */
  readonly storageClass: string;
  /** Namespace and name of the image's DataSource. */
  readonly image: { readonly namespace: string; readonly name: string };
  /** Size of the image in GiB. */
  readonly gibibytes: number;
}

/** Ranges of the packages that a project needs, as our own package.json has them. */
export interface Ranges {
  readonly own: string;
  readonly peers: Readonly<Record<string, string>>;
}

const text = (value: string): string => `'${value.replace(/[\\']/g, '\\$&')}'`;

const fleetFile = ({ fleet, storageClass, image, gibibytes }: Answers): string => `import { join } from 'path';
import { Size } from 'cdk8s';
import { FleetApp, GoldenImage, Gpu, GpuWorkstation, Profile, ProfileSet, RbdRootDisk, RbdStorage, RbdWorkspaceDisk, Roster, UserSpace, Workstation } from 'cdk8s-workstations';

// The identity of every machine derives from the fleet's id: choose it before the first apply, and never change it.
const app = new FleetApp({
  fleet: ${text(fleet)},
  profilesLock: join(__dirname, 'profiles.lock.json'),
  // For disks that grow (rootDiskGrownTo in people.yaml): kubectl by digest, from a registry that the nodes reach. crane digest registry.k8s.io/kubectl:v1.36.3
  // kubectlImage: 'registry.k8s.io/kubectl@sha256:…',
});

// What the cluster has.
const storage = RbdStorage.fromClassName(${text(storageClass)});
const image = GoldenImage.fromDataSource({ namespace: ${text(image.namespace)}, name: ${text(image.name)}, size: Size.gibibytes(${gibibytes}) });

// What a person may ask for. A published version never changes: npm run lock. People get the newest; profiles.named('trainer', 1) is an older one.
const profiles = ProfileSet.of([
  Profile.of('office', { version: 1, cpus: 4, memory: Size.gibibytes(16) }),
  Profile.of('trainer', { version: 1, cpus: 8, memory: Size.gibibytes(64), gpus: [Gpu.A100_PCIE_40GB] }),
]);

// Who has one.
for (const person of Roster.fromFile(join(__dirname, 'people.yaml'), { profiles }).people) {
  // To close it to all but what you name: network: NetworkIsolation.cilium({ … }), docs/network.md of the package.
  const home = new UserSpace(app, person.name, { owner: person });
  const rootDisk = new RbdRootDisk(home, 'root', { image, storage, size: person.rootDisk, grownTo: person.rootDiskGrownTo });
  const workspaceDisk = person.workspaceDisk ? new RbdWorkspaceDisk(home, 'work', { storage, size: person.workspaceDisk, grownTo: person.workspaceDiskGrownTo }) : undefined;
  const profile = profiles.named(person.profile);
  const machine = { profile, rootDisk, workspaceDisk, mac: person.mac };
  if (profile.gpus.length > 0) {
    new GpuWorkstation(home, 'workstation', machine);
  } else {
    new Workstation(home, 'workstation', machine);
  }
}
app.synth();
`;

const people = ({ gibibytes }: Answers): string => `# yaml-language-server: $schema=node_modules/cdk8s-workstations/lib/src/values/roster.schema.json
# One entry a person. Names go into names of disks and machines: they are chosen once.
# user: as the API server names the person, with the prefix of its sign-in; it gets the right to start the own machine.
people:
  - name: alice
    user: oidc:alice
    profile: office
    rootDisk: ${Math.max(gibibytes, 50)}Gi
    # sshKeys: [ssh-ed25519 AAAA… alice@laptop]
  - name: bob
    user: oidc:bob
    profile: trainer
    rootDisk: ${Math.max(gibibytes, 150)}Gi
    workspaceDisk: 500Gi
`;

const README = `# Our workstations

| file | what |
|---|---|
| \`people.yaml\` | who has a machine, of which profile, with which disks |
| \`main.ts\` | what the cluster has, what people may ask for, what having a machine means |
| \`profiles.lock.json\` | what each published profile is; written by \`npm run lock\` |
| \`dist/\` | the manifests, for Argo CD or Flux: folders are applied one after the other |
| \`dist.info/\` | what must be in the cluster before (\`expects.md\`), what to know (\`faults.md\`), how people start their machines (\`access.md\`) |

\`\`\`sh
npm install
npm run lock     # publishes new profiles; commit profiles.lock.json
npm run synth    # writes dist/ and dist.info/; commit both
npm run check    # judges the files once more
\`\`\`

Somebody joins: an entry in \`people.yaml\`, \`npm run synth\`, a pull request: one new file in \`dist/3-people/\`. Somebody leaves: take the entry out; the machine goes, the disks stay.
What is refused says why and what to do; \`npx workstations explain WS-DISK-004\` says more.
`;

const GITHUB = `name: fleet
on:
  pull_request: {}
  push: { branches: [main] }
permissions: { contents: read }
jobs:
  manifests:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v5
        with: { node-version: 20, cache: npm }
      - run: npm ci
      - run: npm run synth
      - run: npm run check
      # The committed manifests are what the fleet file says.
      - run: git add --all && git diff --cached --exit-code
`;

const GITLAB = `manifests:
  image: node:20
  script:
    - npm ci
    - npm run synth
    - npm run check
    # The committed manifests are what the fleet file says.
    - git add --all && git diff --cached --exit-code
`;

/** The files of a new project, by path. */
export function filesOf(answers: Answers, { own, peers }: Ranges): ReadonlyMap<string, string> {
  const manifest = {
    name: answers.fleet,
    version: '1.0.0',
    private: true,
    scripts: { synth: 'workstations synth', check: 'workstations check dist', lock: 'workstations lock' },
    dependencies: { ...peers, 'cdk8s-workstations': own },
    devDependencies: { '@types/node': '^20', 'typescript': '~5.9.0' },
  };
  return new Map([
    ['package.json', `${JSON.stringify(manifest, undefined, 2)}\n`],
    ['tsconfig.json', '{ "compilerOptions": { "target": "es2022", "module": "commonjs", "strict": true, "skipLibCheck": true, "types": ["node"] }, "include": ["main.ts"] }\n'],
    ['cdk8s.yaml', 'language: typescript\napp: npx tsc && node main.js\n'],
    ['main.ts', fleetFile(answers)],
    ['people.yaml', people(answers)],
    ['README.md', README],
    ['.gitignore', 'node_modules/\n/main.js\n'],
    ['.gitattributes', '* text=auto eol=lf\ndist/** linguist-generated\n'],
    ['.github/workflows/fleet.yml', GITHUB],
    ['.gitlab-ci.yml', GITLAB],
  ]);
}
