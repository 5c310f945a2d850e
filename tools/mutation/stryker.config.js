import { minimumScores, mutatedFolder } from './folders.ts'

const source = mutatedFolder.startsWith('packages/') ? `${mutatedFolder}/src` : mutatedFolder

/** Mutation testing of one pure folder: FACET_MUTATE=packages/cube-model pnpm mutate */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'tools/mutation/vitest.config.ts', related: false },
  mutate: [`${source}/**/*.ts`, `!${source}/**/*.test.ts`],
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  disableTypeChecks: false,
  // Stryker rewrites tsconfig.json with the JavaScript API of TypeScript, which TypeScript 7 no longer has. Vitest does not need it.
  tsconfigFile: 'tools/mutation/no-tsconfig.json',
  reporters: ['clear-text'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportMutants: false },
  thresholds: { break: minimumScores[mutatedFolder] },
  // Copy only what the tests of the pure folders load.
  ignorePatterns: [
    '**',
    '!packages/**',
    '!apps/server/src/{kernel,limits}/**',
    '!apps/server/{package,tsconfig}.json',
    '!tools/mutation/**',
    '!{package,tsconfig,tsconfig.base}.json',
    '**/node_modules/**',
  ],
  concurrency: 2,
  tempDirName: '.stryker-tmp',
}
