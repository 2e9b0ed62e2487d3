import { existsSync, mkdirSync, writeFileSync } from 'fs';
import { basename, dirname, join, resolve } from 'path';
import { createInterface, type Interface } from 'readline';
import { show } from '../faults';
import { type Answers, filesOf } from './init-files';
import { ownPackage } from './own-package';
import { CLEAN, refuse } from './usage';

/** What the command line said. */
export interface InitOptions {
  readonly fleet?: string;
  readonly storageClass?: string;
  readonly image?: string;
  readonly imageSize?: string;
  /** What the project installs as this package: a range of versions, or a tarball. */
  readonly package?: string;
  readonly yes?: boolean;
}

interface Question {
  readonly option: 'fleet' | 'storageClass' | 'image' | 'imageSize';
  readonly flag: string;
  readonly asks: string;
  readonly byDefault: string;
  readonly form: RegExp;
  readonly expected: string;
}

const LABEL = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?';

const questions = (folder: string): readonly Question[] => [
  { option: 'fleet', flag: '--fleet', asks: 'Id of the fleet', byDefault: fleetFor(folder), form: /^[a-z](?:[a-z0-9-]{0,28}[a-z0-9])?$/, expected: 'at most 30 lower-case letters, digits and hyphens, starting with a letter' },
  { option: 'storageClass', flag: '--storage-class', asks: 'StorageClass on Ceph RBD', byDefault: 'ceph-rbd', form: new RegExp(`^${LABEL}(?:\\.${LABEL})*$`), expected: "a StorageClass's name, as kubectl get storageclass shows it" },
  { option: 'image', flag: '--image', asks: 'DataSource of the golden image, namespace/name', byDefault: 'vm-images/ubuntu-24-04', form: new RegExp(`^${LABEL}/${LABEL}(?:\\.${LABEL})*$`), expected: 'namespace/name, as kubectl get datasource -A shows them' },
  { option: 'imageSize', flag: '--image-size', asks: 'Size of that image', byDefault: '20Gi', form: /^[1-9]\d{0,5}Gi$/, expected: 'whole GiB, such as 20Gi' },
];

/** Writes a fleet project into a folder; asks on a terminal for what the command line does not say. */
export async function init(dir: string | undefined, options: InitOptions): Promise<number> {
  const folder = resolve(dir ?? '.');
  const all = questions(folder);
  for (const { option, flag, form, expected } of all) {
    const given = options[option];
    if (given !== undefined && !form.test(given)) {
      return refuse(`${flag} is ${show(given)}: give ${expected}`);
    }
  }
  if (options.package !== undefined && !/^[^\s"'\\]+$/.test(options.package)) {
    return refuse(`--package is ${show(options.package)}: give a range of versions or a tarball, such as file:../cdk8s-workstations-0.0.0.tgz`);
  }
  const said = await ask(all, options);
  if (said === undefined) {
    return refuse('stopped, and nothing was written');
  }
  const [namespace = '', name = ''] = said.image.split('/');
  const answers: Answers = { fleet: said.fleet, storageClass: said.storageClass, image: { namespace, name }, gibibytes: Number.parseInt(said.imageSize, 10) };
  const { version, peerDependencies } = ownPackage();
  const files = filesOf(answers, { own: options.package ?? `~${version}`, peers: peerDependencies });
  const there = [...files.keys()].filter((file) => existsSync(join(folder, file)));
  if (there.length > 0) {
    return refuse(`${show(dir ?? '.')} has ${there.join(', ')} already: give another folder`);
  }
  try {
    for (const [file, content] of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), content, { flag: 'wx' });
    }
  } catch (error) {
    return refuse(`${show(dir ?? '.')} cannot be written: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}`);
  }
  const enter = dir === undefined ? '' : `  cd ${dir}\n`;
  process.stdout.write(`${[...files.keys()].map((file) => `  ${file}\n`).join('')}\nNext:\n${enter}  npm install\n  npm run lock     # publishes the profiles\n  npm run synth    # writes dist/ and dist.info/\n`);
  return CLEAN;
}

/** Answers by the command line, the terminal, or the defaults; undefined if somebody closed the terminal. */
async function ask(all: readonly Question[], options: InitOptions): Promise<Record<Question['option'], string> | undefined> {
  const answers = Object.fromEntries(all.map(({ option, byDefault }) => [option, options[option] ?? byDefault])) as Record<Question['option'], string>;
  if (options.yes === true || !process.stdin.isTTY || !process.stdout.isTTY) {
    return answers;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    for (const { option, asks, byDefault, form, expected } of all.filter((one) => options[one.option] === undefined)) {
      for (;;) {
        const answer = (await answerTo(terminal, `${asks} [${byDefault}]: `))?.trim();
        if (answer === undefined) {
          return undefined;
        }
        if (answer === '' || form.test(answer)) {
          answers[option] = answer === '' ? byDefault : answer;
          break;
        }
        process.stdout.write(`  ${show(answer)} is not ${expected}\n`);
      }
    }
  } finally {
    terminal.close();
  }
  return answers;
}

/** One line of the terminal; undefined once it was closed. */
function answerTo(terminal: Interface, question: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    terminal.once('close', () => resolve(undefined));
    terminal.question(question, resolve);
  });
}

/** The folder's name, as far as it can be the id of a fleet. */
function fleetFor(folder: string): string {
  return basename(folder).toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^[^a-z]+/, '').slice(0, 30).replace(/-+$/, '') || 'fleet';
}
