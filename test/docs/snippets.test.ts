import { join } from 'path';
import * as ts from 'typescript';
import { ROOT, snippets, snippetsOf, type Snippet } from '../support/snippets';

const all = snippets();
const fileOf = ({ page, line }: Snippet): string => join(ROOT, 'test/docs', `${page.replace(/[^\w]+/g, '-')}-${line}.snippet.ts`);

/** All snippets in one program, with what the strict pass asks of everything else. */
function complaints(from: readonly Snippet[]): Map<string, string[]> {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.strict.json'), (path) => ts.sys.readFile(path)) as { config: { compilerOptions: object } };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT);
  Object.assign(options, { noUnusedLocals: false, noUnusedParameters: false, incremental: false, tsBuildInfoFile: undefined, pathsBasePath: ROOT });
  const texts = new Map(from.map((one) => [fileOf(one), `${one.setup.replace(/\n/g, ' ')}\n${one.code}\nexport {};\n`]));
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.getSourceFile = (name, ...rest) => {
    const text = texts.get(name);
    return text === undefined ? getSourceFile.call(host, name, ...rest) : ts.createSourceFile(name, text, ts.ScriptTarget.ES2022, true);
  };
  host.fileExists = (name) => texts.has(name) || fileExists.call(host, name);
  host.readFile = (name) => texts.get(name) ?? readFile.call(host, name);
  const program = ts.createProgram([...texts.keys()], options, host);
  return new Map(from.map((one) => {
    const file = program.getSourceFile(fileOf(one));
    const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    return [fileOf(one), found.map((wrong) => {
      const at = file && wrong.start !== undefined ? file.getLineAndCharacterOfPosition(wrong.start).line : 1;
      // The setup is the line before the code.
      return `${one.page}:${one.line + at - 1}: ${ts.flattenDiagnosticMessageText(wrong.messageText, '\n')}`;
    })];
  }));
}

test('blocks, their line and their hidden setup are found', () => {
  const [first, second] = snippetsOf('x.md', 'a\n<!-- snippet-setup\ndeclare const a: number;\n-->\n```ts\na;\n```\n\n<!-- not compiled -->\n```typescript fragment\nb;\n```\n');
  expect(first).toEqual({ page: 'x.md', line: 6, info: '', code: 'a;\n', setup: 'declare const a: number;', remark: '' });
  expect(second).toMatchObject({ line: 11, info: 'fragment', setup: '', remark: 'not compiled' });
});

test('no block asks to be left out', () => {
  const leftOut = all.filter(({ info, remark }) => info !== '' || /not compiled/i.test(remark));
  expect(leftOut.map(({ page, line }) => `${page}:${line}`)).toEqual([]);
});

if (all.length > 0) {
  const answers = complaints(all);
  test.each(all.map((one) => [`${one.page}:${one.line}`, one] as const))('%s compiles', (_name, one) => {
    expect(answers.get(fileOf(one))).toEqual([]);
  });
}
