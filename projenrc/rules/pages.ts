import { CATALOGUE, type Entry } from '../../src/faults';

/** What the part of a code between the hyphens stands for. */
const AREAS: Readonly<Record<string, string>> = {
  ACK: 'Acknowledgements', APP: 'The app', CLOUDINIT: 'Cloud-init', CPU: 'Processors', DISK: 'Disks and claims', DNS: 'DNS of machines',
  DV: 'DataVolumes and their sources', FIRMWARE: 'Firmware', GITOPS: 'GitOps', GPU: 'GPUs', GRANT: 'Rights', GROW: 'Growing disks', GUEST: 'The guest', HOST: 'Hosts of routes',
  IMAGE: 'Golden images', KEEP: 'What must not change', LAYER: 'Layers of the output', MAC: 'MAC addresses', MEMORY: 'Memory', NAME: 'Names',
  NET: 'Networks and interfaces', OBJECT: 'Kubernetes objects', OUT: 'The output folder', PERSON: 'People', PLATFORM: 'KubeVirt and CDI', POLICY: 'Network policies', POOL: 'Pools of nodes', POWER: 'Power', PROBE: 'Probes',
  PROFILE: 'Profiles', QUOTA: 'Quotas', READ: 'Reading manifests', REF: 'References', ROSTER: 'The roster', SCHEMA: 'Schemas', SECRET: 'Secrets',
  SERVICE: 'Services of the guest', SIZE: 'Sizes', SPEC: 'Machines', SSH: 'SSH keys', STORAGE: 'Storage', SUBJECT: 'Subjects of rights',
  TARGET: 'Releases', VM: 'Identity and placement', VOLUME: 'Volumes and disks of machines',
};

/** What each stage means to whoever applies the manifests. */
const STAGES: Readonly<Record<string, string>> = {
  admission: 'the API server or a webhook refuses the object',
  start: 'the object is accepted, the first start of the machine is refused',
  pod: 'the machine starts, but its launcher pod cannot be made',
  reconcile: 'the object is accepted, then a controller waits, often without a word',
  guest: 'everything runs, but the guest is not what was asked for',
  gitops: 'the GitOps tool fights the cluster, or an apply is refused later',
  data: "somebody's disk is lost, or written twice",
};

/** The pages of `docs/rules/`: one for each code, and an index. */
export function rulePages(): Map<string, string> {
  const entries = Object.entries(CATALOGUE as Readonly<Record<string, Entry>>).sort(([a], [b]) => (a < b ? -1 : 1));
  const pages = new Map(entries.map(([code, entry]) => [`${code}.md`, pageOf(code, entry)]));
  const areas = new Map<string, [string, Entry][]>();
  for (const row of entries) {
    const area = areaOf(row[0]);
    areas.set(area, [...areas.get(area) ?? [], row]);
  }
  const sections = [...areas].sort(([a], [b]) => (a < b ? -1 : 1)).map(([area, rows]) => `## ${area}\n\n| code | | says |\n|---|---|---|\n${
    rows.map(([code, { severity, says }]) => `| [${code}](${code}.md) | ${severity} | ${words(says).replace(/\|/g, '\\|')} |\n`).join('')}`);
  pages.set('README.md', `# Rules\n\nOne page for each code, made from the catalogue by \`npm run rules\`; \`workstations explain CODE\` prints the same.\n\n${sections.join('\n')}`);
  return pages;
}

function pageOf(code: string, { severity, says, fix, why, stage, source, acknowledgeable, since }: Entry): string {
  return [
    `# ${code}`,
    `*${severity}, since ${since}*`,
    `${words(says)}.`,
    `**What to do:** ${words(fix)}.`,
    `**Why:** ${words(why)}`,
    ...(stage === undefined ? [] : [`**Where it bites:** ${stage}: ${STAGES[stage] ?? ''}.`]),
    ...(source === undefined ? [] : [`**Source:** <${source}>`]),
    acknowledgeable
      ? `**Acknowledge:** with a reason, by \`Acknowledge.of(scope, '${code}', 'reason')\`, or in any manifest by the annotation \`workstations.dev/acknowledged: '{"${code}": "reason"}'\`.`
      : '**Acknowledge:** not possible.',
  ].join('\n\n') + '\n';
}

/** A hole of a sentence as `<name>`, which Markdown would take for a tag. */
function words(text: string): string {
  return text.split(/(`[^`]*`)/).map((part, index) => (index % 2 === 1 ? part : part.replace(/</g, '&lt;').replace(/\{(\w+)\}/g, '&lt;$1&gt;').replace(/_/g, '\\_'))).join('');
}

function areaOf(code: string): string {
  const area = code.split('-')[1] ?? '';
  return AREAS[area] ?? area;
}
