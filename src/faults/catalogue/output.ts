import type { Entry } from './entry';

/** Writing the output, beyond what `app.ts` has. */
export const OUTPUT = {
  'WS-OUT-005': {
    severity: 'error',
    says: 'another synth is writing to {got}',
    fix: 'wait until it has ended; if none is running, delete {expected}',
    why: 'Two programs that write and delete in one folder could leave a mixture of both.',
    acknowledgeable: false,
    since: '0.1.0',
  },
  'WS-OUT-006': {
    severity: 'error',
    says: 'the output folder {got} is that of fleet {other}, and this is fleet {fleet}',
    fix: 'give each fleet an `outdir` of its own, or put the old fleet id back; if nothing of it was ever applied, delete {got} and {info}',
    why: 'Synth deletes what it wrote and no longer makes: two fleets in one folder would delete the manifests of each other, by turns.',
    acknowledgeable: false,
    since: '0.1.0',
  },
  'WS-LAYER-002': {
    severity: 'error',
    says: "this disk is in layer '{got}' together with {what}, which it is cloned from or by",
    fix: 'move the disk to a later layer, or what it needs to an earlier one, with Layers.set(chart, …)',
    why: 'CDI refuses a disk whose DataSource or right to clone is not there yet. Flux tries a whole layer before it applies any of it, and would never get beyond that.',
    stage: 'gitops',
    acknowledgeable: true,
    since: '0.1.0',
  },
  'WS-OUT-007': {
    severity: 'info',
    says: '{got} new machines wait for a later synth, {born} are in this output: {names}',
    fix: 'apply this output, wait until its disks are filled (kubectl get datavolumes -A), and synth again',
    why: "The app's newMachinesPerSynth, or --new-machines, keeps storage from cloning all of them at once.",
    acknowledgeable: true,
    since: '0.1.0',
  },
} as const satisfies Record<string, Entry>;
