import { Command, CommanderError } from 'commander';
import type { InitOptions } from './init';
import { ownPackage } from './own-package';
import { CLEAN, USAGE } from './usage';

/** The commands. What a command needs is loaded when it runs. */
function program(done: (code: number | Promise<number>) => void): Command {
  const all = new Command('workstations')
    .description('Writes and checks the manifests of persistent GPU workstations on KubeVirt.')
    .option('-V, --version', 'print the version')
    .on('option:version', () => { process.stdout.write(`${ownPackage().version}\n`); throw new CommanderError(0, 'version', ''); })
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text) });

  all.command('synth')
    .description('run the app of cdk8s.yaml, which writes its manifests')
    .option('-a, --app <command>', 'command that runs the app (default: `app` of cdk8s.yaml)')
    .option('-o, --output <dir>', 'folder for the manifests (default: `output` of cdk8s.yaml, else dist)')
    .option('--new-machines <number>', "how many machines may be new in the output (default: the app's newMachinesPerSynth, else all)")
    .action((options: SynthOptions) => done((require('./synth') as typeof import('./synth')).synth(options)));

  all.command('check')
    .description('judge manifests: files, folders, or - for standard input')
    .argument('[paths...]', 'what to judge (default: the output folder)')
    .option('-f, --format <format>', 'text or json', 'text')
    .option('--strict', 'warnings, too, end with exit code 1')
    .option('--kubernetes <release>', 'release of Kubernetes that the manifests are for')
    .option('--kubevirt <release>', 'release of KubeVirt')
    .option('--cdi <release>', 'release of CDI')
    .action((paths: string[], options: CheckOptions) => done((require('./check') as typeof import('./check')).check(paths, options)));

  all.command('init')
    .description('write a fleet project: fleet file, roster, README, CI')
    .argument('[dir]', 'folder of the project (default: this one)')
    .option('--fleet <id>', "id of the fleet (default: the folder's name)")
    .option('--storage-class <name>', 'StorageClass on Ceph RBD (default: ceph-rbd)')
    .option('--image <namespace/name>', 'DataSource of the golden image (default: vm-images/ubuntu-24-04)')
    .option('--image-size <size>', 'size of that image (default: 20Gi)')
    .option('--package <spec>', "what the project installs as cdk8s-workstations, such as file:../x.tgz (default: this version's patches)")
    .option('-y, --yes', 'ask nothing')
    .action((dir: string | undefined, options: InitOptions) => done((require('./init') as typeof import('./init')).init(dir, options)));

  all.command('lock')
    .description('publish the profiles of the app: add the new ones to its lock file')
    .option('-a, --app <command>', 'command that runs the app (default: `app` of cdk8s.yaml)')
    .action((options: { app?: string }) => done((require('./lock') as typeof import('./lock')).lock(options)));

  all.command('explain')
    .description('print what a code means and what to do; without a code, all of them')
    .argument('[code]', 'a code such as WS-DISK-004')
    .action((code: string | undefined) => done((require('./explain') as typeof import('./explain')).explain(code)));

  all.command('expects')
    .description('print what must be in the cluster before the manifests are applied')
    .argument('[dir]', 'output folder (default: `output` of cdk8s.yaml, else dist)')
    .option('-f, --format <format>', 'text or json', 'text')
    .action((dir: string | undefined, options: { format: string }) => done((require('./expects') as typeof import('./expects')).expects(dir, options)));

  all.command('people')
    .description('print who has what, from the manifests of an output folder')
    .argument('[dir]', 'output folder (default: `output` of cdk8s.yaml, else dist)')
    .option('-f, --format <format>', 'text, json or csv', 'text')
    .action((dir: string | undefined, options: { format: string }) => done((require('./people') as typeof import('./people')).people(dir, options)));

  return all;
}

/** Options of `synth`, as commander gives them. */
export interface SynthOptions {
  readonly app?: string;
  readonly output?: string;
  readonly newMachines?: string;
}

/** Options of `check`, as commander gives them. */
export interface CheckOptions {
  readonly format: string;
  readonly strict?: boolean;
  readonly kubernetes?: string;
  readonly kubevirt?: string;
  readonly cdi?: string;
}

/** Runs a command line and gives its exit code. */
export async function run(args: readonly string[]): Promise<number> {
  let code: number | Promise<number> = CLEAN;
  const commands = program((result) => { code = result; });
  if (args.length === 0) {
    process.stdout.write(commands.helpInformation());
    return USAGE;
  }
  try {
    await commands.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      return error.exitCode === 0 ? CLEAN : USAGE;
    }
    throw error;
  }
  return code;
}
