import { JsonFile, javascript, type cdk8s } from 'projen';

/**
 * Two passes over the same sources: jsii's own (`tsconfig.json`, emits `lib/`) and a stricter one that also sees
 * tests and scripts (`tsconfig.strict.json`, emits nothing); the examples are typed as a reader would.
 */
export function typescript(project: cdk8s.ConstructLibraryCdk8s): void {
  const jsii = project.tsconfig;
  if (!jsii) {
    throw new Error('projen no longer makes a tsconfig.json');
  }
  // `imports/` lies beside `src/`, so the root is above both.
  jsii.file.addOverride('compilerOptions.rootDir', '.');
  jsii.file.addOverride('compilerOptions.outDir', 'lib');
  jsii.file.addOverride('include', ['src/**/*.ts', 'imports/**/*.ts']);
  jsii.file.addOverride('compilerOptions.types', ['node']);
  // Sources inside the emitted files would triple them, and start-up reads every byte.
  jsii.file.addDeletionOverride('compilerOptions.inlineSourceMap');
  jsii.file.addDeletionOverride('compilerOptions.inlineSources');
  jsii.file.addDeletionOverride('compilerOptions.experimentalDecorators');

  for (const folder of ['test', 'projenrc']) {
    project.tryRemoveFile(`${folder}/tsconfig.json`);
    project.gitattributes.removeAttributes(`/${folder}/tsconfig.json`);
    project.gitignore.removePatterns(`!/${folder}/tsconfig.json`);
  }
  project.tryRemoveFile('tsconfig.dev.json');
  new JsonFile(project, 'tsconfig.strict.json', {
    marker: true,
    obj: {
      compilerOptions: {
        target: 'ES2022',
        lib: ['es2022'],
        module: 'node16',
        moduleResolution: javascript.TypeScriptModuleResolution.NODE16,
        types: ['node', 'jest'],
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        noImplicitOverride: true,
        noImplicitReturns: true,
        noFallthroughCasesInSwitch: true,
        noUnusedLocals: true,
        noUnusedParameters: true,
        isolatedModules: true,
        esModuleInterop: true,
        resolveJsonModule: true,
        skipLibCheck: true,
        noEmit: true,
        incremental: true,
        tsBuildInfoFile: 'build/strict.tsbuildinfo',
        // Examples and tests import the package by its name, as a reader would.
        paths: {
          'cdk8s-workstations': ['./src/index.ts'],
          'cdk8s-workstations/faults': ['./src/faults/index.ts'],
          'cdk8s-workstations/imports/*': ['./imports/*'],
        },
      },
      include: ['src/**/*.ts', 'imports/**/*.ts', 'test/**/*.ts', 'bench/**/*.ts', 'projenrc/**/*.ts', '.projenrc.ts'],
      exclude: ['node_modules', 'lib', 'build', 'pkg'],
    },
  });
  // Examples are a reader's code, who has `strict` and no more: a prop that may be undefined is passed as it is.
  new JsonFile(project, 'tsconfig.examples.json', {
    marker: true,
    obj: {
      extends: './tsconfig.strict.json',
      compilerOptions: { exactOptionalPropertyTypes: false, noUncheckedIndexedAccess: false, tsBuildInfoFile: 'build/examples.tsbuildinfo' },
      include: ['examples/**/*.ts'],
    },
  });
}
