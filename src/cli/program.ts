import { Command, CommanderError } from 'commander';
import { existsSync, readFileSync } from 'fs';
import { dirname, join } from 'path';
import { CLEAN, USAGE } from './usage';

/** The commands. What a command needs is loaded when it runs. */
function program(done: (code: number | Promise<number>) => void): Command {
  const all = new Command('workstations')
    .description('Writes and checks the manifests of persistent GPU workstations on KubeVirt.')
    .option('-V, --version', 'print the version')
    .on('option:version', () => { process.stdout.write(`${version()}\n`); throw new CommanderError(0, 'version', ''); })
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text) });

  all.command('synth')
    .description('run the app of cdk8s.yaml, which writes its manifests')
    .option('-a, --app <command>', 'command that runs the app (default: `app` of cdk8s.yaml)')
    .option('-o, --output <dir>', 'folder for the manifests (default: `output` of cdk8s.yaml, else dist)')
    .action((options: { app?: string; output?: string }) => done((require('./synth') as typeof import('./synth')).synth(options)));

  all.command('check')
    .description('judge manifests: files, folders, or - for standard input')
    .argument('[paths...]', 'what to judge (default: the output folder)')
    .option('-f, --format <format>', 'text or json', 'text')
    .option('--strict', 'warnings, too, end with exit code 1')
    .option('--kubernetes <release>', 'release of Kubernetes that the manifests are for')
    .option('--kubevirt <release>', 'release of KubeVirt')
    .option('--cdi <release>', 'release of CDI')
    .action((paths: string[], options: CheckOptions) => done((require('./check') as typeof import('./check')).check(paths, options)));

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

  return all;
}

/** Options of `check` as commander gives them. */
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

/** Of our own package.json, which lies above `lib/` and `src/` alike. */
function version(): string {
  for (let folder = __dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    if (existsSync(file)) {
      return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
    }
  }
  return '0.0.0';
}
