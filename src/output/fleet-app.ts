import { App } from 'cdk8s';
import { CONTEXT, DEFAULTS, LIMITS } from '../facts';
import { type Fault, fault, FaultError, isBlocking, show } from '../faults';
import { recordFaults } from '../constructs/fault-record';
import { settingsOf } from '../constructs/settings';
import { type Deployers, isAbsent, isDnsLabelWithLetter, isPinnedImage, type PropNames, Reading, readTarget, Subject, type Target } from '../values';
import { EXTENSION, Kustomization, Layout } from './layout';
import type { Synthesized } from './synthesized';

export { Kustomization, Layout };

/** What a fleet says about itself. */
export interface FleetAppProps {
  /**
   * Id of the fleet: at most 30 lower-case letters, digits and hyphens, starting with a letter.
   * It goes into labels, and the identity of each machine (firmware uuid, serial, MAC address) is derived from it, so it is chosen once.
   *
   * Faults: WS-APP-001.
   *
   * @default 'fleet'
   */
  readonly fleet?: string;
  /**
   * Releases of KubeVirt, CDI and Kubernetes that the manifests are written for.
   *
   * Faults: WS-TARGET-001 (a release that is not known), WS-TARGET-002 (warning: a pair that KubeVirt does not support).
   *
   * @default - KubeVirt 1.9, CDI 1.66, Kubernetes 1.36
   */
  readonly target?: Target;
  /**
   * The two accounts that apply the output. With them, the right to clone from golden images is written for the account that applies people's machines,
   * and `deployer-rights.yaml` in the info folder says what an administrator must allow both.
   *
   * Faults: WS-APP-002.
   *
   * @default - none: no clone right is written, and `expects` in the info folder names it
   */
  readonly deployers?: Deployers;
  /**
   * Folder of the manifests, from the working directory. What people read lies beside it, in the folder of the same name with `.info` appended.
   *
   * Faults: WS-APP-002, WS-OUT-001 (cannot be written), WS-OUT-006 (is that of another fleet).
   *
   * @default - the environment variable CDK8S_OUTDIR, else 'dist'
   */
  readonly outdir?: string;
  /**
   * How the output is cut into files.
   *
   * Faults: WS-APP-002.
   *
   * @default Layout.FILE_PER_CHART
   */
  readonly layout?: Layout;
  /**
   * Whether each folder gets a `kustomization.yaml` that lists its files. A layer of more than 50 files is then cut into folders of at most 50,
   * by the first digits of a digest of each chart's name, because kustomize does not scale: each of them is a unit of its own.
   *
   * Faults: WS-APP-002.
   *
   * @default Kustomization.NONE
   */
  readonly kustomization?: Kustomization;
  /**
   * Folder of an earlier output, to find edits that would harm existing disks and machines.
   *
   * Faults: WS-APP-002, WS-OUT-003 (cannot be read), WS-KEEP-001 to WS-KEEP-014.
   *
   * @default - what stands in `outdir` before it is written
   */
  readonly previousOutput?: string;
  /**
   * Path of the lock file: what each published version of a profile is. Synth compares with it, `workstations lock` adds to it what is new;
   * neither changes what stands there. Give it beside the fleet file: `join(__dirname, 'profiles.lock.json')`.
   *
   * Faults: WS-APP-002, WS-PROFILE-013 (a published version was changed), WS-PROFILE-014 (warning: not published yet), WS-PROFILE-015 (the file cannot be used).
   *
   * @default - none: a version that is changed in place is not noticed
   */
  readonly profilesLock?: string;
  /**
   * Container image whose entry point is kubectl, by digest, for the Jobs that change claims (`grownTo` and `qos` of a disk):
   * `registry.k8s.io/kubectl@sha256:…`, or your mirror of it.
   *
   * Faults: WS-GROW-003 (no image by digest).
   *
   * @default - none: a disk with `grownTo` or `qos` is a fault (WS-GROW-002)
   */
  readonly kubectlImage?: string;
  /**
   * How many machines may be new in the output of one synth, compared with the earlier one: each is a clone of an image, and storage bears only so many at once.
   * The others wait for the next synth, in the order of the fleet file, each person whole. `workstations synth --new-machines` says otherwise for one run.
   *
   * Faults: WS-APP-002, WS-OUT-007 (info: who waits).
   *
   * @default - all
   */
  readonly newMachinesPerSynth?: number;
}

const PROPS: PropNames<FleetAppProps> = {
  fleet: true, target: true, deployers: true, outdir: true, layout: true, kustomization: true, previousOutput: true, profilesLock: true, kubectlImage: true,
  newMachinesPerSynth: true,
};

/**
 * The app of a fleet: collects the faults of all constructs, judges the finished manifests, and writes them by layer
 * with one index of what it owns.
 *
 * Files that it did not write stay untouched. It can be stopped at any moment: each file is whole, and the next synth
 * completes the folder. A plain cdk8s `App` serves too, without layers, index, checks and acknowledgements.
 *
 * @example
 * const app = new FleetApp({ fleet: 'ai-prod', target: { kubevirt: '1.9', cdi: '1.66', kubernetes: '1.36' } });
 * new UserSpace(app, 'alice');
 * app.synth();
 */
export class FleetApp extends App {
  private readonly layout: Layout;
  private readonly kustomization: Kustomization;
  private readonly previousOutput?: string;
  private readonly profilesLock?: string;
  private readonly newMachines?: number;
  /** False if the id is a stand-in: compared with the earlier output every machine would be another. */
  private readonly hasFleet: boolean;

  /**
   * Defines the app. Nothing is thrown: bad props are reported by `synth()`, together with all other faults.
   *
   * @param props what the fleet says about itself; each has a default
   */
  public constructor(props: FleetAppProps = {}) {
    const reading = new Reading('FleetApp');
    const given = reading.props(props, PROPS);
    const outdir = reading.optionalText('outdir', given.outdir, 'the path of a folder');
    super({ ...(outdir === undefined ? {} : { outdir }), outputFileExtension: EXTENSION });
    this.layout = reading.choice('layout', given.layout, Layout, Layout.FILE_PER_CHART);
    this.kustomization = reading.choice('kustomization', given.kustomization, Kustomization, Kustomization.NONE);
    const previous = reading.optionalText('previousOutput', given.previousOutput, 'the path of a folder');
    if (previous !== undefined) {
      this.previousOutput = previous;
    }
    const lock = reading.optionalText('profilesLock', given.profilesLock, 'the path of a file');
    if (lock !== undefined) {
      this.profilesLock = lock;
    }
    const most = isAbsent(given.newMachinesPerSynth) ? undefined : reading.wholeNumber('newMachinesPerSynth', given.newMachinesPerSynth, 0, 1_000_000);
    if (most !== undefined) {
      this.newMachines = most;
    }
    const { target, faults } = readTarget(given.target);
    this.node.setContext(CONTEXT.collects, true);
    const before = reading.faults.length;
    this.node.setContext(CONTEXT.fleet, readFleet(given.fleet, reading));
    this.hasFleet = reading.faults.length === before;
    this.node.setContext(CONTEXT.target, target);
    if (isPinnedImage(given.kubectlImage)) {
      this.node.setContext(CONTEXT.kubectlImage, given.kubectlImage);
    } else if (!isAbsent(given.kubectlImage)) {
      reading.add(fault('WS-GROW-003', { got: show(given.kubectlImage) }, { field: 'kubectlImage' }));
      // One mistake is said once: disks that grow are not blamed for it.
      this.node.setContext(CONTEXT.kubectlImage, STAND_IN);
    }
    const deployers = readDeployers(given.deployers, reading);
    if (deployers !== undefined) {
      this.node.setContext(CONTEXT.deployers, deployers);
    }
    recordFaults(this, [...reading.faults, ...faults]);
  }

  /**
   * Writes the manifests to `outdir` and what people read beside it, or, if there is an error that nobody
   * acknowledged, writes nothing and throws one error with all faults. Warnings and infos go to stderr, of one code a few
   * in full, unless the environment variable WORKSTATIONS_QUIET is set.
   */
  public override synth(): void {
    if (process.env.WORKSTATIONS_LOCK) {
      this.lock();
      return;
    }
    const synthesized = this.synthesized(true);
    stopIfBlocked(synthesized.faults);
    const { writeOutput } = require('./write') as typeof import('./write');
    const { fleet, target } = settingsOf(this);
    const faults = writeOutput(this.outdir, synthesized, { fleet, target }, (summary) => { tellSummary({ outdir: this.outdir, ...summary }); });
    stopIfBlocked(faults);
    if (!process.env.WORKSTATIONS_QUIET) {
      const { words } = require('./say') as typeof import('./say');
      process.stderr.write(words([...synthesized.faults, ...faults], this.outdir));
    }
  }

  /**
   * All manifests as one YAML text, in the order in which they are applied; throws like `synth()`, and writes nothing.
   */
  public override synthYaml(): string {
    const { faults, manifests } = this.synthesized(false);
    stopIfBlocked(faults);
    return manifests.map(({ text }) => text).join('---\n');
  }

  /**
   * What `synth()` would write and say, as data. Writes nothing; reads earlier output only if asked to.
   *
   * @internal
   */
  public _synthesize(compareWithPrevious = false): Synthesized {
    return this.synthesized(compareWithPrevious);
  }

  /** For `workstations lock`: publishes the profiles that are new, and writes nothing else. */
  private lock(): void {
    const { faults } = this.synthesized(false);
    stopIfBlocked(faults);
    const { publish } = require('./profiles-lock') as typeof import('./profiles-lock');
    const { profilesOf } = require('../constructs/profile-record') as typeof import('../constructs/profile-record');
    const { faults: refused, ...summary } = this.profilesLock === undefined ? { faults: [] } : publish(this.profilesLock, profilesOf(this));
    stopIfBlocked(refused);
    tellSummary(summary);
  }

  private synthesized(compareWithPrevious: boolean): Synthesized {
    // Loaded here: `yaml`, the schemas and the writer are of no use before.
    const { synthesize } = require('./synthesize') as typeof import('./synthesize');
    const cut = { layout: this.layout, kustomization: this.kustomization, ...(this.profilesLock === undefined ? {} : { profilesLock: this.profilesLock }) };
    if (!compareWithPrevious || !this.hasFleet) {
      return synthesize(this, cut);
    }
    const { compareWith } = require('./previous') as typeof import('./previous');
    const places = { previousOutput: this.previousOutput, outdir: this.outdir, fleet: settingsOf(this).fleet };
    const newMachines = newMachinesNow() ?? this.newMachines;
    return synthesize(this, { ...cut, ...(newMachines === undefined ? {} : { newMachines }), compare: (manifests) => compareWith(places, manifests) });
  }
}

/** What the command line says of this run. */
function newMachinesNow(): number | undefined {
  const said = process.env.WORKSTATIONS_NEW_MACHINES;
  return said !== undefined && /^\d{1,6}$/.test(said) ? Number(said) : undefined;
}

/** An image that is none, in place of one that was refused. */
const STAND_IN = `refused@sha256:${'0'.repeat(64)}`;

/** For `workstations synth`, which says it when the app has ended: one line a synth. */
function tellSummary(summary: object): void {
  const file = process.env.WORKSTATIONS_SUMMARY;
  if (file !== undefined && file !== '') {
    const { appendFileSync } = require('fs') as typeof import('fs');
    try {
      appendFileSync(file, `${JSON.stringify(summary)}\n`);
    } catch {
      // Nobody reads it.
    }
  }
}

function stopIfBlocked(faults: readonly Fault[]): void {
  if (faults.some(isBlocking)) {
    // What is accepted or only worth knowing would hide what must be mended.
    throw new FaultError(faults.filter((one) => one.severity !== 'info' && one.acknowledged === undefined));
  }
}

function readFleet(fleet: unknown, reading: Reading): string {
  if (isAbsent(fleet)) {
    return DEFAULTS.fleet;
  }
  if (isDnsLabelWithLetter(fleet, LIMITS.fleetId)) {
    return fleet;
  }
  reading.add(fault('WS-APP-001', { got: show(fleet) }, { field: 'fleet' }));
  return DEFAULTS.fleet;
}

function readDeployers(deployers: unknown, reading: Reading): Deployers | undefined {
  if (isAbsent(deployers)) {
    return undefined;
  }
  if (typeof deployers !== 'object') {
    return reading.refuse('deployers', deployers, "{ platform: Subject.user('…'), people: Subject.user('…') }");
  }
  const given = deployers as Partial<Record<keyof Deployers, unknown>>;
  const platform = reading.instance('deployers.platform', given.platform, Subject, "a Subject, such as Subject.user('platform-deployer')");
  const people = reading.instance('deployers.people', given.people, Subject, "a Subject, such as Subject.user('people-deployer')");
  return platform === undefined || people === undefined ? undefined : { platform, people };
}
