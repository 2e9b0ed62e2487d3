/**
 * The table of ARCHITECTURE.md: what each folder may import, and the sentence that a violator reads.
 *
 * @typedef {object} Layer
 * @property {string[]} folders our own folders
 * @property {string[]} packages npm packages and modules of Node
 * @property {boolean} [anyBuiltin] every module of Node
 * @property {{ file: RegExp, packages: string[] }[]} [exempt] files with a right of their own
 * @property {string} says
 */

/** Of Node, what computes without touching the machine. */
const PURE = ['crypto', 'path', 'url', 'util', 'buffer', 'net'];
const BUNDLED_CHECKS = ['ajv'];
const BUNDLED_CLI = ['commander', 'picocolors'];

/** @type {Record<string, Layer>} */
export const LAYERS = {
  facts: {
    folders: [],
    packages: [],
    says: 'src/facts holds what is true of the world, as frozen tables: it imports nothing.',
  },
  faults: {
    folders: ['facts'],
    packages: [],
    says: 'src/faults is what can be wrong, as data: it may import facts, and neither cdk8s nor anything that raises a fault.',
  },
  values: {
    folders: ['facts', 'faults'],
    packages: ['cdk8s', 'yaml', ...PURE],
    exempt: [{ file: /^src\/values\/roster/, packages: ['fs'] }],
    says: 'src/values are the words of a fleet file: they may import facts, faults, cdk8s (Size, Duration) and yaml, only the roster reads files, and they know no construct.',
  },
  objects: {
    folders: ['facts', 'values', 'imports'],
    packages: ['cdk8s', 'cdk8s-plus-30', 'yaml', ...PURE],
    says: 'src/objects turns resolved input into API objects and cannot fail: it may import facts, values, imports and yaml, and knows neither constructs nor faults.',
  },
  constructs: {
    folders: ['facts', 'faults', 'values', 'objects'],
    packages: ['cdk8s', 'cdk8s-plus-30', 'constructs', 'yaml', ...PURE],
    says: 'src/constructs resolve what a user says and hand it to src/objects: they may not read imports (objects do), nor see checks or output, and they touch no file.',
  },
  checks: {
    folders: ['facts', 'faults', 'schemas'],
    packages: ['path', 'module', 'net', ...BUNDLED_CHECKS],
    says: 'src/checks judges finished manifests, anybody\'s: it may import facts, faults and schemas, and must not share an idea with the constructs that wrote them.',
  },
  output: {
    folders: ['facts', 'faults', 'values', 'objects', 'constructs', 'checks', 'imports'],
    packages: ['cdk8s', 'cdk8s-plus-30', 'constructs', 'yaml'],
    anyBuiltin: true,
    says: 'src/output writes files and calls the checks: it may import all but the CLI, and of npm only yaml and the peers.',
  },
  cli: {
    folders: ['output', 'checks', 'faults'],
    packages: [...BUNDLED_CLI],
    anyBuiltin: true,
    says: 'src/cli is thin: it may import output, checks and faults, and knows nothing of the inside of the rest.',
  },
  face: {
    folders: ['facts', 'faults', 'values', 'constructs', 'output'],
    packages: [],
    says: 'src/index.ts is the face that jsii binds: it exports values, constructs and output, never objects, imports, checks or the CLI.',
  },
};

export const OUTSIDE_CHECKS = 'Import src/checks by its index only: the build bundles it to that one file.';
