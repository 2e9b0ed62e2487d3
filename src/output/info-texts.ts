import { expectsJson, expectsMarkdown } from './expects-texts';
import { faultsMarkdown } from './faults-text';
import { renderGone } from './gone';
import { FAULTS, GONE, RIGHTS } from './info-folder';
import type { Written } from './synthesized';

const README = `# Beside the manifests

Written by \`synth\` together with the manifests, and owned by it: edits are overwritten. Commit this folder too, so
that synth knows in the next run which files are its own and which disks and machines exist.

- \`index.json\`: the manifests in the order in which they are applied, with the objects in each
- \`expects.md\`, \`expects.json\`: what must be in the cluster before the manifests are applied
- \`faults.md\`: warnings, what is worth knowing, and what the fleet accepts with the reason (if there is any)
- \`gone.json\`: what left the output and is kept in the cluster, with what it got at its birth (if there is any); take the
  line of an object out when it was really deleted
- \`deployer-rights.yaml\`: what the deploying accounts must be allowed to do (if the app names them); for an administrator
- \`access.md\`: a kubeconfig, and the lines with which each person starts and reaches the own machine (if people have an RBAC user)
- everything else: texts for people, such as the cloud-init of each machine
`;

/** Everything in the info folder but the index, by path. The same fleet gives the same texts. */
export function infoTexts({ lasting, expects, notes, rights, gone }: Written): ReadonlyMap<string, string> {
  const texts: [string, string | undefined][] = [
    ['README.md', README],
    ['expects.json', expectsJson(expects)],
    ['expects.md', expectsMarkdown(expects)],
    [FAULTS, faultsMarkdown(lasting)],
    [RIGHTS, rights],
    [GONE, renderGone(gone)],
  ];
  return new Map([...notes, ...texts.filter((text): text is [string, string] => text[1] !== undefined)]);
}
