import { execFileSync } from 'child_process';
import { join } from 'path';

/** A text that somebody might write, where, and the words he then reads (none: it is allowed). */
type Case = readonly [file: string, text: string, words?: string];

const REFUSED: readonly Case[] = [
  ['src/facts/x.ts', "export { FaultError } from '../faults';", 'imports nothing'],
  ['src/facts/x.ts', "import { join } from 'path'; join();", 'imports nothing'],
  ['src/faults/x.ts', "import { App } from 'cdk8s'; new App();", 'neither cdk8s'],
  ['src/faults/x.ts', "export * from '../values/gpu';", 'nor anything that raises a fault'],
  ['src/values/x.ts', "import type { UserSpace } from '../constructs/user-space'; export type X = UserSpace;", 'know no construct'],
  ['src/values/gpu.ts', "import { readFileSync } from 'fs'; readFileSync('x');", 'only the roster reads files'],
  ['src/objects/x.ts', "import { fault } from '../faults'; fault();", 'cannot fail'],
  ['src/objects/x.ts', "import { UserSpace } from '../constructs/user-space'; new UserSpace();", 'knows neither constructs'],
  ['src/constructs/x.ts', "import { KubeVirt } from '../../imports/kubevirt.io'; new KubeVirt();", 'may not read imports'],
  ['src/constructs/x.ts', "import { check } from '../checks'; check();", 'nor see checks'],
  ['src/constructs/x.ts', "import { FleetApp } from '../output/fleet-app'; new FleetApp();", 'nor see checks or output'],
  ['src/checks/x.ts', "import { UserSpace } from '../constructs/user-space'; new UserSpace();", 'must not share an idea'],
  ['src/checks/x.ts', "const { Gpu } = require('../values/gpu'); Gpu();", 'must not share an idea'],
  ['src/checks/x.ts', "export type Gpu = import('../values/gpu').Gpu;", 'must not share an idea'],
  ['src/output/x.ts', "import { run } from '../cli/run'; run();", 'all but the CLI'],
  ['src/output/x.ts', "import { one } from '../checks/rules/one'; one();", 'by its index only'],
  ['src/output/x.ts', "import pc from 'picocolors'; pc.red('x');", 'only yaml and the peers'],
  ['src/cli/x.ts', "import { Gpu } from '../values/gpu'; Gpu.of('x');", 'src/cli is thin'],
  ['src/index.ts', "export * from './checks';", 'the face that jsii binds'],
  ['src/index.ts', 'export const x = 1;', 'only exports from other files'],
  ['src/values/x.ts', "export function x(): void { throw new Error('x'); }", 'Do not throw a plain Error'],
  ['src/values/x.ts', 'export const x = (y: any): unknown => y;', 'Unexpected any'],
];

const ALLOWED: readonly Case[] = [
  ['src/faults/x.ts', "export { GPUS } from '../facts';"],
  ['src/values/x.ts', "import { Size } from 'cdk8s'; import { fault } from '../faults'; fault(Size);"],
  ['src/values/roster.ts', "import { readFileSync } from 'fs'; import { parse } from 'yaml'; parse(readFileSync('x', 'utf8'));"],
  ['src/objects/x.ts', "import type { KubeVirt } from '../../imports/kubevirt.io'; import { k8s } from 'cdk8s-plus-30'; export const x = (y: KubeVirt): unknown => k8s[String(y)];"],
  ['src/constructs/x.ts', "import { Construct } from 'constructs'; import { vm } from '../objects/vm'; vm(Construct);"],
  ['src/checks/x.ts', "import Ajv from 'ajv'; import { fault } from '../faults'; fault(Ajv);"],
  ['src/output/x.ts', "import { writeFileSync } from 'fs'; import { check } from '../checks'; writeFileSync('x', check());"],
  ['src/cli/x.ts', "import { Command } from 'commander'; import { FleetApp } from '../output'; new Command(FleetApp);"],
];

function lint(cases: readonly Case[]): string[][] {
  const input = JSON.stringify(cases.map(([file, text]) => ({ file, text: `${text}\n` })));
  return JSON.parse(execFileSync(process.execPath, [join(__dirname, 'lint-texts.mjs')], { input, encoding: 'utf8', cwd: join(__dirname, '../..') })) as string[][];
}

const answers = lint([...REFUSED, ...ALLOWED]);

REFUSED.forEach(([file, text, words], index) => {
  test(`refused in ${file}: ${text}`, () => {
    expect(answers[index]?.join('\n')).toContain(words);
  });
});

ALLOWED.forEach(([file, text], index) => {
  test(`allowed in ${file}: ${text}`, () => {
    expect(answers[REFUSED.length + index]).toEqual([]);
  });
});
