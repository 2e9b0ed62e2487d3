import { readdirSync, readFileSync, writeFileSync } from 'fs';
import { join } from 'path';
import { parseAllDocuments } from 'yaml';
import { CASES } from '../constructs/cases';
import { type Manifest, manifestsOf } from '../support/fleet';
import { ROOT } from '../support/snippets';

// `second-opinion.ts` holds what we write, and what lies in dist/, as literals of KubeVirt's own TypeScript models; `npm run typecheck` compares
// them. WRITE_SECOND_OPINION=1 writes it again.
const FILE = join(__dirname, 'second-opinion.ts');

const TYPES: Readonly<Record<string, readonly ['kubevirt' | 'cdi', string]>> = {
  VirtualMachine: ['kubevirt', 'V1VirtualMachine'],
  VirtualMachineClusterInstancetype: ['kubevirt', 'V1beta1VirtualMachineClusterInstancetype'],
  VirtualMachineClusterPreference: ['kubevirt', 'V1beta1VirtualMachineClusterPreference'],
  DataVolume: ['cdi', 'V1beta1DataVolume'],
  DataSource: ['cdi', 'V1beta1DataSource'],
};

/** What their models (made from KubeVirt 1.7 and its CDI) do not have: the checksum of CDI 1.65, and every IntOrString. */
const UNKNOWN: readonly RegExp[] = [/\/http\/checksum$/, /\/readinessProbe\/(tcpSocket|httpGet)\/port$/];

/** A value as code. Texts of users are no question of types: their first line stands for them. */
function literal(value: unknown, indent: string, at = ''): string {
  if (Array.isArray(value)) {
    return `[${value.map((item) => literal(item, indent, at)).join(', ')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const deeper = `${indent}  `;
    const fields = Object.entries(value).filter(([name]) => !UNKNOWN.some((one) => one.test(`${at}/${name}`))).map(([name, item]) => `${deeper}${/^[A-Za-z_]\w*$/.test(name) ? name : quote(name)}: ${literal(item, deeper, `${at}/${name}`)},\n`);
    return fields.length === 0 ? '{}' : `{\n${fields.join('')}${indent}}`;
  }
  return typeof value === 'string' ? quote(value.includes('\n') ? value.slice(0, value.indexOf('\n')) : value) : String(value);
}

const quote = (text: string): string => `'${text.replace(/\\/g, '\\\\').replace(/'/g, '\\\'')}'`;

/** Fields and the types of their values: what a compiler can tell apart. */
const shapeOf = (value: unknown): unknown => Array.isArray(value) ? value.map(shapeOf)
  : typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shapeOf(item)])) : typeof value;

/** Of dist/ each shape once, so one person for each profile. */
function written(): { name: string; manifests: Manifest[] }[] {
  const seen = new Set<string>();
  const files = readdirSync(join(ROOT, 'dist'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.yaml') && !/^[^/]+\.info\//.test(file)).sort();
  return files.map((file) => ({
    name: `dist/${file}`,
    manifests: parseAllDocuments(readFileSync(join(ROOT, 'dist', file), 'utf8')).map((document) => document.toJS() as Manifest).filter((one) => {
      const shape = JSON.stringify([one.kind, one.metadata?.labels?.['workstations.dev/profile'], shapeOf(one)]);
      return !seen.has(shape) && seen.add(shape);
    }),
  }));
}

function module_(): string {
  const lines: string[] = [];
  const used = { kubevirt: new Set<string>(), cdi: new Set<string>() };
  let count = 0;
  for (const { name, manifests } of [...CASES.map(({ name: called, build }) => ({ name: called, manifests: manifestsOf(build()) })), ...written()]) {
    for (const manifest of manifests.filter((one: Manifest) => TYPES[one.kind] !== undefined)) {
      const [project, type] = TYPES[manifest.kind]!;
      used[project].add(type);
      lines.push(`\n/** ${name} */\nexport const a${++count}: Plain<${type}> = ${literal(manifest, '')};\n`);
    }
  }
  return [
    '// What our constructs write, as literals of KubeVirt\'s own TypeScript models: the compiler gives a second opinion.\n// Written by second-opinion.test.ts; never edited.\n',
    `import type { ${[...used.cdi].sort().join(', ')} } from '@kubevirt-ui-ext/kubevirt-api/containerized-data-importer';\n`,
    `import type { ${[...used.kubevirt].sort().join(', ')} } from '@kubevirt-ui-ext/kubevirt-api/kubevirt';\n`,
    'import type { Plain } from \'./plain\';\n',
    ...lines,
  ].join('');
}

it('the literals are what the constructs write', () => {
  const text = module_();
  if (process.env.WRITE_SECOND_OPINION === '1') {
    writeFileSync(FILE, text);
  }
  expect(readFileSync(FILE, 'utf8')).toBe(text);
});
