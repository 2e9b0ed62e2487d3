// ESLint loads its configuration with import(), which jest's sandbox cannot; so it runs here, in a process of its own.
// stdin: [{ file, text }]; stdout: one list of messages for each.
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';

const cases = JSON.parse(await new Response(process.stdin).text());
const eslint = new ESLint({
  overrideConfig: [
    // The texts are no files of the project, so the rules that ask for types stay out.
    { files: ['**/*.ts'], ...tseslint.configs.disableTypeChecked },
    { files: ['**/*.ts'], languageOptions: { parserOptions: { project: false, projectService: false } } },
  ],
});
const answers = [];
for (const { file, text } of cases) {
  const [result] = await eslint.lintText(text, { filePath: file });
  answers.push(result.messages.map(({ message }) => message));
}
process.stdout.write(JSON.stringify(answers));
