import stylistic from '@stylistic/eslint-plugin';
import tseslint from 'typescript-eslint';
import { layers } from './projenrc/lint/layers.mjs';

/** `throw new Error` says nothing that a program or `explain` could use. */
const NO_PLAIN_ERROR = {
  selector: "ThrowStatement > NewExpression[callee.name='Error']",
  message: 'Do not throw a plain Error. What a user can get wrong is a fault of the catalogue (src/faults); what only we can get wrong is a TypeError.',
};
const ONLY_EXPORTS = {
  selector: 'Program > :not(ExportNamedDeclaration[declaration=null], ExportAllDeclaration)',
  message: 'src/index.ts only exports from other files: the build turns each export into a lazy one.',
};

export default tseslint.config(
  { ignores: ['lib/', 'build/', 'pkg/', 'dist/', 'imports/', 'reports/', 'coverage/', 'node_modules/', 'images/', '**/node_modules/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommended, tseslint.configs.stylistic],
    plugins: { '@stylistic': stylistic, layers },
    languageOptions: { parserOptions: { project: ['tsconfig.strict.json', 'tsconfig.examples.json'], tsconfigRootDir: import.meta.dirname } },
    rules: {
      'layers/imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: false, requireDefaultForNonUnion: true }],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false }],
      '@typescript-eslint/consistent-indexed-object-style': 'off', // jsii binds index signatures, not Record
      '@typescript-eslint/no-empty-function': ['error', { allow: ['private-constructors', 'protected-constructors'] }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' }],
      '@typescript-eslint/no-require-imports': 'off',          // a lazy require is a tool of ours
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }], // jsii wants a props interface per construct
      '@typescript-eslint/class-literal-property-style': 'off', // jsii binds getters and fields differently
      'eqeqeq': ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'prefer-const': 'error',
      'object-shorthand': 'error',
      '@stylistic/quotes': ['error', 'single', { avoidEscape: true, allowTemplateLiterals: 'always' }],
      '@stylistic/semi': 'error',
      '@stylistic/indent': ['error', 2, { SwitchCase: 1, ignoredNodes: ['ConditionalExpression', 'TemplateLiteral *'] }],
      '@stylistic/comma-dangle': ['error', 'always-multiline'],
      '@stylistic/max-len': ['error', { code: 180, ignoreUrls: true, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true }],
      '@stylistic/no-trailing-spaces': 'error',
      '@stylistic/eol-last': 'error',
      '@stylistic/no-multiple-empty-lines': ['error', { max: 1 }],
      '@stylistic/object-curly-spacing': ['error', 'always'],
      '@stylistic/member-delimiter-style': 'error',
    },
  },
  { files: ['src/**'], rules: { 'no-restricted-syntax': ['error', NO_PLAIN_ERROR] } },
  { files: ['src/index.ts'], rules: { 'no-restricted-syntax': ['error', NO_PLAIN_ERROR, ONLY_EXPORTS] } },
  {
    // The CLI speaks to a person; scripts do, too.
    files: ['src/cli/**', 'projenrc/**', 'bench/**', 'examples/**', 'test/**', '.projenrc.ts'],
    rules: { 'no-console': 'off' },
  },
  { files: ['test/**'], rules: { '@typescript-eslint/no-non-null-assertion': 'off', '@typescript-eslint/no-empty-function': 'off' } },
);
