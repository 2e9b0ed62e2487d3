import { execFileSync } from 'child_process';
import { existsSync, mkdtempSync, rmSync, statSync } from 'fs';
import { tmpdir } from 'os';
import { dirname, join, normalize } from 'path';
import * as ts from 'typescript';
import { parseAllDocuments } from 'yaml';
import { Roster } from 'cdk8s-workstations';
import { CDI_RELEASES, DEFAULT_TARGET, KUBERNETES_RELEASES, KUBEVIRT_RELEASES } from '../../src/facts';
import { CATALOGUE, FaultError } from '../../src/faults';
import { allPages, anchors, type Block, blocks, blocksOf, partsOf, prose, textOf } from '../support/pages';
import { ROOT } from '../support/snippets';

const readme = textOf('README.md');
const everyBlock = allPages().flatMap(blocks);
const named = ({ page, line }: Block): string => `${page}:${line}`;
const perPage = allPages().map((page) => [page, textOf(page)] as const);

describe('what a page repeats', () => {
  test('the first program of the README is examples/hello/main.ts', () => {
    expect(blocksOf('README.md', readme).find(({ language }) => language === 'ts')?.text).toBe(textOf('examples/hello/main.ts'));
  });

  const excerpts = everyBlock.flatMap((block) => {
    const [, file] = /^excerpt of (\S+)$/.exec(block.remark) ?? [];
    return file === undefined ? [] : [[`${named(block)} of ${file}`, block, file] as const];
  });

  test.each(excerpts)('%s is in the file, line by line and in order', (_name, block, file) => {
    let rest = textOf(file);
    for (const part of partsOf(block.text)) {
      expect(`\n${rest}`).toContain(`\n${part}`);
      rest = rest.slice(rest.indexOf(part) + part.length);
    }
  });

  test('there is an excerpt', () => {
    expect(excerpts).not.toEqual([]);
  });
});

describe('what the library is said to print', () => {
  let folder = '';
  const before = { ...process.env };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'page-'));
    process.env.CDK8S_OUTDIR = join(folder, 'out');
    process.env.WORKSTATIONS_QUIET = '1';
  });

  afterEach(() => {
    process.env = { ...before };
    rmSync(folder, { recursive: true, force: true });
  });

  function runProgram(code: string): string {
    const { outputText } = ts.transpileModule(code, { compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 } });
    return faultsOf(() => {
      new Function('require', 'exports', outputText)((name: string) => require(name) as unknown, {});
    });
  }

  function faultsOf(work: () => void): string {
    try {
      work();
    } catch (error) {
      if (error instanceof FaultError) {
        return `${error.message}\n`;
      }
      throw error;
    }
    return '';
  }

  /** `…` stands for the rest of a line, on a line of its own for the rest of all. */
  const shortened = (text: string): RegExp => new RegExp(`^${text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replace(/\n…\n$/, '\n[^]*').replace(/…/g, '.*')}$`);

  const printed = everyBlock.filter(({ remark }) => remark.startsWith('prints: '));

  test.each(printed.map((block) => [named(block), block] as const))('%s', (_name, block) => {
    const [, file, then, was = '', is = ''] = /^prints: (\S+?)(, then)? with (.+) => (.+)$/.exec(block.remark) ?? [];
    const [, roster] = /^prints: Roster of (\S+)$/.exec(block.remark) ?? [];
    if (file !== undefined) {
      const program = textOf(file);
      expect(program).toContain(was);
      if (then !== undefined) {
        expect(runProgram(program)).toBe('');
      }
      expect(runProgram(program.replace(was, is))).toMatch(shortened(block.text));
    } else {
      const data = blocks(block.page).find(({ remark }) => remark === `file ${roster}`);
      expect(data).toBeDefined();
      expect(faultsOf(() => { Roster.parse(data?.text ?? '', String(roster)); })).toMatch(shortened(block.text));
    }
  });

  test('something is said to be printed', () => {
    expect(printed).not.toEqual([]);
  });
});

describe('what a page names', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };

  test.each(perPage)('%s: npm scripts that exist', (_page, text) => {
    const wanted = [...text.matchAll(/\bnpm run (?:--silent )?([\w:-]+)/g)].map((match) => match[1] ?? '');
    expect(wanted.filter((name) => !(name in scripts))).toEqual([]);
  });

  test('CONTRIBUTING.md names every npm script but those that stand for themselves', () => {
    const text = textOf('CONTRIBUTING.md');
    expect(Object.keys(scripts).filter((name) => !text.includes(`npm run ${name}`) && !['test', 'projen'].includes(name))).toEqual([]);
  });

  test.each(perPage)('%s: codes that exist', (_page, text) => {
    const wanted = [...text.matchAll(/\bWS-[A-Z]+-\d{3}\b/g)].map(([code]) => code);
    expect([...new Set(wanted)].filter((code) => !(code in CATALOGUE))).toEqual([]);
  });

  test.each(perPage)('%s: links that lead somewhere', (page, text) => {
    const links = [...prose(text).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '').filter((link) => !/^https?:/.test(link));
    const broken = links.filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : normalize(join(dirname(page), path));
      const there = existsSync(join(ROOT, target));
      return !there || (anchor !== undefined && statSync(join(ROOT, target)).isFile() && !anchors(textOf(target)).includes(anchor));
    });
    expect(broken).toEqual([]);
  });

  test.each(perPage)('%s: no place of one machine', (_page, text) => {
    expect(/\/(?:home|Users|root|work)\//.exec(text.replace(/outside `\/home`/g, ''))?.[0]).toBeUndefined();
  });

  test('the README names every class and enum of the face', () => {
    const names = [...textOf('src/index.ts').matchAll(/^export \{([^}]*)\}/gm)].flatMap((match) => (match[1] ?? '').split(',').map((name) => name.trim())).filter((name) => name !== '');
    expect(names.filter((name) => !new RegExp(`\`${name}\``).test(readme))).toEqual([]);
  });

  test('the README names the releases that are supported, and the default ones', () => {
    const row = (name: string): string | undefined => new RegExp(`^\\| ${name} \\| (.*) \\|$`, 'm').exec(readme)?.[1];
    expect(row('KubeVirt')).toBe(Object.keys(KUBEVIRT_RELEASES).join(', '));
    expect(row('CDI')).toBe(CDI_RELEASES.join(', '));
    expect(row('Kubernetes')).toBe(KUBERNETES_RELEASES.join(', '));
    expect(readme).toContain(`KubeVirt ${DEFAULT_TARGET.kubevirt}, CDI ${DEFAULT_TARGET.cdi}, Kubernetes ${DEFAULT_TARGET.kubernetes}`);
  });

  test('every page of docs/ but the generated ones is reached from the README', () => {
    expect(allPages().filter((page) => /^docs\/[^/]+\.md$/.test(page) && !readme.includes(`](${page})`))).toEqual([]);
  });

  test('every folder of test/ that a promise names is there', () => {
    const wanted = [...readme.matchAll(/`(test\/\w+)`/g)].map((match) => match[1] ?? '');
    expect(wanted.filter((folder) => !existsSync(join(ROOT, folder)))).toEqual([]);
  });
});

const yaml = everyBlock.filter(({ language, remark }) => language === 'yaml' && !remark.startsWith('excerpt'));
test.each(yaml.map((block) => [named(block), block] as const))('%s is correct YAML', (_name, { text }) => {
  expect(parseAllDocuments(text).flatMap(({ errors, warnings }) => [...errors, ...warnings].map(({ message }) => message))).toEqual([]);
});

test("the table of ARCHITECTURE.md is that of the lint's import zones", () => {
  const asked = "import('./projenrc/lint/table.mjs').then(({ LAYERS }) => console.log(JSON.stringify(Object.entries(LAYERS).map(([name, { folders }]) => [name, folders]))))";
  const layers = JSON.parse(execFileSync(process.execPath, ['-e', asked], { cwd: ROOT, encoding: 'utf8' })) as [string, string[]][];
  const rows = new Map([...textOf('ARCHITECTURE.md').matchAll(/^\| `src\/([\w.]+)` \| [^|]* \| ([^|]*) \|/gm)].map(([, name = '', may = '']) => [
    name === 'index.ts' ? 'face' : name, [...may.matchAll(/`(\w+)`/g)].map((match) => match[1] ?? ''),
  ]));
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(layers));
});

test('blocks, their remark and the parts of an excerpt are found', () => {
  expect(blocksOf('x.md', 'a\n\n<!-- excerpt of y -->\n```yaml\na: 1\n  # …\nb: 2\n```\n\n```sh\nls\n```\n')).toEqual([
    { page: 'x.md', line: 4, language: 'yaml', remark: 'excerpt of y', text: 'a: 1\n  # …\nb: 2\n' },
    { page: 'x.md', line: 10, language: 'sh', remark: '', text: 'ls\n' },
  ]);
  expect(partsOf('a: 1\n  # …\nb: 2\n')).toEqual(['a: 1\n', 'b: 2\n']);
  expect(anchors('# What, a `page`?\n```sh\n# no heading\n```\n## Two words\n')).toEqual(['what-a-page', 'two-words']);
});
