// What somebody meets who installs the package: the tarball in an empty folder outside the checkout, where no
// node_modules of a parent can hide a missing file. `npm run test:package [-- --keep]`.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'newcomer-'));
const results = [];

const run = (program, args, options = {}) => execFileSync(program, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], ...options });
const put = (name, text) => {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
};
const step = (name, work) => {
  try {
    const skipped = work();
    results.push({ name, status: skipped === undefined ? 'passed' : 'skipped' });
    console.log(`${skipped === undefined ? 'ok     ' : 'skipped'} ${name}${skipped === undefined ? '' : `: ${skipped}`}`);
  } catch (error) {
    results.push({ name, status: 'failed' });
    console.log(`FAILED  ${name}\n${`${error.stdout ?? ''}${error.stderr ?? ''}` || error.stack}`);
  }
};
const expect = (truth, words) => {
  if (!truth) {
    throw new Error(words);
  }
};

const pack = () => {
  run('npm', ['run', '--silent', 'pack'], { cwd: root });
  const [tarball] = readdirSync(join(root, 'pkg')).filter((file) => file.endsWith('.tgz'));
  return join(root, 'pkg', tarball);
};

const readme = readFileSync(join(root, 'README.md'), 'utf8');
const hello = /^```ts[^\n]*\n([\s\S]*?)^```/m.exec(readme)?.[1];
const NO_README = 'README.md has no block of TypeScript';
const cli = existsSync(join(root, 'src/cli/main.ts'));

let tarball;
step('npm run pack', () => { tarball = pack(); });

step('the tarball holds the library and nothing of the workshop', () => {
  const files = run('tar', ['tzf', tarball]).split('\n').map((line) => line.replace(/^package\//, ''));
  const wanted = ['.jsii', 'LICENSE', 'README.md', 'package.json', 'bin/workstations', 'lib/src/index.js', 'lib/src/index.d.ts', 'lib/src/faults/index.js', 'lib/src/cli/report.schema.json', 'lib/src/output/expects.schema.json', 'lib/src/values/roster.schema.json', 'node_modules/yaml/package.json', 'docs/disks.md', 'SECURITY.md'];
  const missing = wanted.filter((file) => !files.includes(file));
  expect(missing.length === 0, `missing: ${missing.join(', ')}`);
  const foreign = files.filter((file) => /^(src|test|examples|dist|bench|projenrc|build|\.git|\.ci)\b/.test(file) || /\.map$/.test(file) || /^lib\/(test|examples|bench|projenrc)\//.test(file));
  expect(foreign.length === 0, `should not be there: ${foreign.slice(0, 20).join(', ')}`);
});

step('npm install of the tarball with its peers', () => {
  put('package.json', JSON.stringify({ name: 'newcomer', version: '1.0.0', private: true }));
  // The oldest peers that package.json promises to work with.
  const peers = Object.entries(manifest.peerDependencies).map(([name, range]) => `${name}@${range.replace(/^\^/, '')}`);
  run('npm', ['install', '--no-audit', '--no-fund', tarball, ...peers, `typescript@${manifest.devDependencies.typescript}`]);
  expect(!existsSync(join(folder, 'node_modules/@types/node')), 'something brought @types/node, so the next steps would prove nothing');
});

const tsc = (...args) => run(process.execPath, [join(folder, 'node_modules/typescript/bin/tsc'), '--strict', '--skipLibCheck', 'false', ...args]);

step("the README's first program compiles: commonjs, strict, every declaration checked, no @types/node", () => {
  if (hello === undefined) {
    return NO_README;
  }
  put('main.ts', hello);
  tsc('--module', 'commonjs', '--target', 'es2022', '--outDir', 'out', 'main.ts');
});

for (const [module, resolution] of [['node16', 'node16'], ['esnext', 'bundler'], ['commonjs', 'node10']]) {
  step(`the face, the faults and the imports are found: --moduleResolution ${resolution}`, () => {
    const imports = readdirSync(join(folder, 'node_modules/cdk8s-workstations/lib/imports')).find((file) => file.endsWith('.d.ts'))?.replace('.d.ts', '');
    put('paths.ts', [
      hello ?? "import * as face from 'cdk8s-workstations'; void face;",
      "import { FaultError } from 'cdk8s-workstations/faults';",
      ...(imports === undefined ? [] : [`import * as generated from 'cdk8s-workstations/imports/${imports}'; void generated;`]),
      'void FaultError;',
    ].join('\n'));
    tsc('--module', module, '--moduleResolution', resolution, '--target', 'es2022', '--noEmit', 'paths.ts');
  });
}

step("the README's first program runs and writes manifests", () => {
  if (hello === undefined) {
    return NO_README;
  }
  run(process.execPath, [join(folder, 'out/main.js')]);
  const written = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.yaml'));
  expect(written.length > 0, 'dist/ holds no manifest');
});

step('require, import and the subpaths work', () => {
  run(process.execPath, ['-e', "const all = require('cdk8s-workstations'); for (const name of Object.keys(all)) { if (all[name] === undefined) throw new Error(name); } require('cdk8s-workstations/faults').FaultError.name; require('cdk8s-workstations/package.json')"]);
  run(process.execPath, ['--input-type=module', '-e', "import * as all from 'cdk8s-workstations'; import { FaultError } from 'cdk8s-workstations/faults'; if (!FaultError) throw new Error('no FaultError'); void all;"]);
});

step('the JSON Schemas are found, and what the CLI prints has their fields', () => {
  const required = (name) => JSON.parse(run(process.execPath, ['-p', `JSON.stringify(require('cdk8s-workstations/schemas/${name}.json').required)`]));
  for (const name of ['report', 'expects', 'roster']) {
    expect(required(name).length > 0, `${name}.json requires nothing`);
  }
  if (cli && hello !== undefined) {
    const report = JSON.parse(run('npx', ['--no-install', 'workstations', 'check', 'dist', '--format', 'json']));
    const absent = required('report').filter((field) => !(field in report));
    expect(absent.length === 0, `the report has no ${absent.join(', ')}`);
  }
});

step("require('cdk8s-workstations') takes at most 1.25 times as long as require('cdk8s')", () => {
  const time = (name) => Math.min(...Array.from({ length: 5 }, () => Number(run(process.execPath, ['-e', `const t = process.hrtime.bigint(); require('${name}'); process.stdout.write(String(process.hrtime.bigint() - t))`]))));
  const [ours, theirs] = [time('cdk8s-workstations'), time('cdk8s')];
  expect(ours <= theirs * 1.25, `${(ours / 1e6).toFixed(1)} ms against ${(theirs / 1e6).toFixed(1)} ms`);
});

step('npx workstations check reads what the program wrote', () => {
  if (!cli || hello === undefined) {
    return cli ? NO_README : 'there is no src/cli/main.ts';
  }
  run('npx', ['--no-install', 'workstations', 'check', 'dist']);
});

step('BL-182: beside another patch of cdk8s there is one copy of each peer, and the manifests are the same', () => {
  if (hello === undefined) {
    return NO_README;
  }
  const oldest = manifest.peerDependencies.cdk8s.replace(/^\^/, '');
  const patch = (version) => Number(version.split('.')[2]);
  const patches = [JSON.parse(run('npm', ['view', 'cdk8s', 'versions', '--json']))].flat()
    .filter((version) => /^\d+\.\d+\.\d+$/.test(version) && version.startsWith(oldest.replace(/\d+$/, '')) && version !== oldest).sort((a, b) => patch(a) - patch(b));
  // The newest of the range, if there is one; else the one before, which npm takes only if it is told not to look at the range.
  const other = patches.at(-1);
  if (other === undefined) {
    return `${oldest} is the only patch of cdk8s`;
  }
  const beside = join(folder, 'beside');
  put('beside/package.json', JSON.stringify({ name: 'beside', version: '1.0.0', private: true }));
  const peers = Object.entries(manifest.peerDependencies).filter(([name]) => name !== 'cdk8s').map(([name, range]) => `${name}@${range.replace(/^\^/, '')}`);
  run('npm', ['install', '--no-audit', '--no-fund', ...(patch(other) > patch(oldest) ? [] : ['--legacy-peer-deps']), tarball, `cdk8s@${other}`, ...peers], { cwd: beside });
  const copies = readdirSync(join(beside, 'node_modules'), { recursive: true, encoding: 'utf8' }).filter((file) => /(^|node_modules\/)(cdk8s|constructs)\/package\.json$/.test(file));
  expect(copies.length === 2, `not one copy of each: ${copies.join(', ')}`);
  put('beside/main.js', readFileSync(join(folder, 'out/main.js'), 'utf8'));
  run(process.execPath, ['main.js'], { cwd: beside });
  const manifests = (at) => readFileSync(join(at, 'dist/3-people/alice.yaml'), 'utf8');
  expect(manifests(beside) === manifests(folder), `cdk8s ${other} writes other manifests than ${oldest}`);
});

step("the README's cdk8s.yaml: cdk8s synth and workstations synth write the same bytes", () => {
  const block = (language, words) => [...readme.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].find(([, one, text]) => one === language && text.includes(words))?.[2];
  const [tsconfig, config] = [block('json', 'compilerOptions'), block('yaml', 'language: typescript')];
  expect(tsconfig !== undefined && config !== undefined, 'the README shows no tsconfig.json or no cdk8s.yaml');
  put('cli/package.json', JSON.stringify({ name: 'cli', version: '1.0.0', private: true }));
  put('cli/tsconfig.json', tsconfig);
  put('cli/cdk8s.yaml', config);
  put('cli/main.ts', hello);
  const cwd = join(folder, 'cli');
  const peers = Object.entries(manifest.peerDependencies).map(([name, range]) => `${name}@${range.replace(/^\^/, '')}`);
  run('npm', ['install', '--no-audit', '--no-fund', tarball, ...peers, `typescript@${manifest.devDependencies.typescript}`, '@types/node@20', 'cdk8s-cli'], { cwd });
  run('npx', ['--no-install', 'workstations', 'synth'], { cwd });
  const ours = readFileSync(join(cwd, 'dist/3-people/alice.yaml'), 'utf8');
  run('npx', ['--no-install', 'cdk8s', 'synth'], { cwd });
  expect(readFileSync(join(cwd, 'dist/3-people/alice.yaml'), 'utf8') === ours, 'cdk8s synth wrote other manifests');
  // What the README warns of, and that ours does not do it.
  put('cli/main.ts', hello.replace('Size.gibibytes(150)', 'Size.gibibytes(20)'));
  const refused = (command) => {
    try {
      run('npx', ['--no-install', command, 'synth'], { cwd });
      return false;
    } catch {
      return true;
    }
  };
  expect(refused('workstations') && existsSync(join(cwd, 'dist/3-people/alice.yaml')), 'a refused workstations synth touched dist/');
  expect(refused('cdk8s') && !existsSync(join(cwd, 'dist/3-people/alice.yaml')), 'a refused cdk8s synth left dist/: the README says otherwise');
});

step('workstations init writes a project that runs: synth, check, lock, and a person who joins is one new file', () => {
  if (!cli) {
    return 'there is no src/cli/main.ts';
  }
  const cwd = join(folder, 'our-fleet');
  run('npx', ['--no-install', 'workstations', 'init', 'our-fleet', '--yes', '--package', `file:${tarball}`]);
  run('npm', ['install', '--no-audit', '--no-fund'], { cwd });
  for (const script of ['lock', 'synth', 'check']) {
    run('npm', ['run', '--silent', script], { cwd });
  }
  // What its own CI asks: a second synth changes nothing.
  run('git', ['init', '--quiet'], { cwd });
  run('git', ['add', '--all'], { cwd });
  run('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '-m', 'begin'], { cwd });
  run('npm', ['run', '--silent', 'synth'], { cwd });
  run('git', ['add', '--all'], { cwd });
  run('git', ['diff', '--cached', '--exit-code'], { cwd });
  expect(existsSync(join(cwd, 'profiles.lock.json')), 'npm run lock wrote no profiles.lock.json');
  const people = () => readdirSync(join(cwd, 'dist/3-people')).join();
  expect(people() === 'alice.yaml,bob.yaml', `dist/3-people/ has ${people()}`);
  const roster = readFileSync(join(cwd, 'people.yaml'), 'utf8');
  const before = readFileSync(join(cwd, 'dist/3-people/alice.yaml'), 'utf8');
  put('our-fleet/people.yaml', `${roster}  - { name: carol, profile: office, rootDisk: 50Gi }\n`);
  run('npm', ['run', '--silent', 'synth'], { cwd });
  expect(people() === 'alice.yaml,bob.yaml,carol.yaml', `dist/3-people/ has ${people()}`);
  expect(readFileSync(join(cwd, 'dist/3-people/alice.yaml'), 'utf8') === before, "somebody else's file changed");
});

step('a jsii library builds on it', () => {
  if (hello === undefined) {
    return NO_README;
  }
  const name = /\bimport \{([^}]*)\} from 'cdk8s-workstations'/.exec(hello)?.[1].split(',').map((one) => one.trim()).find((one) => one === 'FleetApp');
  expect(name === 'FleetApp', "the README's first program does not import FleetApp");
  const downstream = join(folder, 'downstream');
  put('downstream/README.md', '# downstream\n');
  put('downstream/index.ts', "import { FleetApp } from 'cdk8s-workstations';\n/** An app of theirs. */\nexport class TheirApp extends FleetApp {\n  /** Theirs. */\n  public get theirs(): FleetApp { return this; }\n}\n");
  put('downstream/package.json', JSON.stringify({
    name: 'downstream', version: '1.0.0', description: 'd', license: 'Apache-2.0', main: 'index.js', types: 'index.d.ts',
    author: { name: 'a', url: 'https://example.com' }, repository: { type: 'git', url: 'https://example.com/x.git' },
    jsii: { outdir: 'dist', targets: {}, tsc: { skipLibCheck: true } },
    peerDependencies: { 'cdk8s-workstations': manifest.version, ...manifest.peerDependencies },
  }));
  // A link to the installed packages, so that jsii finds each of them once.
  execFileSync('ln', ['-s', join(folder, 'node_modules'), join(downstream, 'node_modules')]);
  run(process.execPath, [join(root, 'node_modules/jsii/bin/jsii'), '--silence-warnings=reserved-word', '--no-fix-peer-dependencies'], { cwd: downstream });
  expect(existsSync(join(downstream, '.jsii')), 'jsii wrote no assembly');
  run(process.execPath, ['-e', "const { TheirApp } = require('./index.js'); new TheirApp().theirs.node.path"], { cwd: downstream });
});

if (process.argv.includes('--keep')) {
  console.log(`kept ${folder}`);
} else {
  rmSync(folder, { recursive: true, force: true });
}
const count = (status) => results.filter((one) => one.status === status).length;
mkdirSync(join(root, 'reports'), { recursive: true });
writeFileSync(join(root, 'reports/package.json'), JSON.stringify({ numPassedTests: count('passed'), numFailedTests: count('failed'), numPendingTests: count('skipped') }));
process.exitCode = count('failed') > 0 ? 1 : 0;
