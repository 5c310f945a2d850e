/** What a changed path picks of the tests: all, those that executed the file, itself, none, or those of some paths. */
export type TestPick = 'all' | 'recorded' | 'itself' | 'none' | RegExp

/** What it picks of the trials: all, those that watch the path, or none; and those that are made of it in any case. */
export type TrialPick = 'all' | 'watching' | 'none'

export type Rule = {
  paths: RegExp
  tests: TestPick | ((path: string) => TestPick)
  trials: TrialPick
  /** Part of what the program is made of: tests that start it as a process of its own, which no recording sees into, run too. */
  isProgram?: boolean
  /** Run in compute processes too, which no recording sees into: tests that start those run too. */
  isComputed?: boolean
  /** One that is gone picks what one that changed does; without this it picks everything. */
  isSafelyDeleted?: boolean
  why: string
}

/** Hold the shape of the whole rather than a behaviour, and take seconds: a change of any file can break them. */
export const shapeTests = [
  'apps/server/src/db/migration-files.test.ts',
  'apps/server/src/db/row-security.test.ts',
  'apps/server/test/access-cases.test.ts',
  'apps/server/test/contract-examples.test.ts',
  'apps/server/test/guard.test.ts',
  'bench/src/access/keys/calls.test.ts',
  'bench/src/trials.test.ts',
  'packages/client/test/generated.test.ts',
  'packages/client/test/types.test.ts',
  'packages/contract/test/who-may.test.ts',
  'tools/generated.test.ts',
  'tools/lint-migrations.test.ts',
  'tools/lint-suppressions.test.ts',
  'tools/mutants.test.ts',
  'tools/operation-files.test.ts',
]

/** The tests of the choice itself, and those that count what a request or a save costs. */
const alsoAlways = /^tools\/ci\/.*\.test\.ts$|-cost\.test\.ts$/

export const runsAlways = (test: string): boolean => shapeTests.includes(test) || alsoAlways.test(test)

/** The operations of one area, and what is made of every operation whatever it does. */
const testsOfArea = (path: string): RegExp => {
  const area = /\/(?:src|who-may)\/([^/.]+)/.exec(path)?.[1]
  return new RegExp(`^(apps/server/src/(domains/${area}|http|process)/|apps/server/test/|packages/|examples/|tools/(guides|new)\\.test)`)
}

/** The first that fits decides. The last fits everything. */
export const rules: Rule[] = [
  {
    paths: /\.test\.ts$/,
    tests: 'itself',
    trials: 'none',
    isSafelyDeleted: true,
    why: 'a test runs itself',
  },
  {
    paths: /^docs\/guides\/|^docs\/.*\.md$|^[^/]+\.md$|^(packages|examples)\/[^/]+\/README\.md$|^LICENSE$/,
    tests: /^tools\/(guides|generated|packed-program)\.test\.ts$|^apps\/server\/src\/(config\/.*|cli\/command-line)\.test\.ts$/,
    trials: 'watching',
    isSafelyDeleted: true,
    why: 'guides are run as they are written',
  },
  { paths: /^(\.gitignore|\.github\/.*|bench\/full-passes\.json)$/, tests: 'none', trials: 'watching', why: 'nothing here runs it' },
  {
    paths: /^(\.ci\/|tools\/ci\/)/,
    tests: 'all',
    trials: 'all',
    why: 'what chooses is not trusted to judge its own change',
  },
  {
    paths:
      /(^|\/)package\.json$|^(pnpm-lock\.yaml|pnpm-workspace\.yaml|\.npmrc)$|(^|\/)tsconfig(\.base)?\.json$|^tools\/(setup|env|versions)$/,
    tests: 'all',
    trials: 'all',
    why: 'everything runs on it',
  },
  {
    paths: /^packages\/testkit\/src\/(postgres|s3|cache)\/|^apps\/server\/test\/migrated-postgres\.ts$/,
    tests: 'all',
    trials: 'all',
    why: 'starts what everything runs against',
  },
  { paths: /^apps\/server\/sql\/schema\.sql$/, tests: /^tools\/generated/, trials: 'watching', why: 'generated for readers' },
  { paths: /^apps\/server\/(sql|src\/db)\//, tests: 'all', trials: 'all', why: 'everything is kept there' },
  { paths: /^(apps\/server\/test|packages\/testkit)\//, tests: 'all', trials: 'watching', why: 'the harness of the tests' },
  {
    paths: /^packages\/contract\/test\/who-may\//,
    tests: testsOfArea,
    trials: 'watching',
    why: 'the second table of rights, which the access cases of the area ask',
  },
  {
    paths: /^packages\/contract\/test\/(?!generated\/)/,
    tests: 'all',
    trials: 'watching',
    why: 'the second table of rights, which every access case asks',
  },
  { paths: /^(vitest\.config|tools\/test-file-end)\.ts$/, tests: 'all', trials: 'watching', why: 'how tests are run' },
  {
    paths: /^(biome\.json|\.oxlintrc\.json|tools\/lint)/,
    tests: /^tools\/(lint|new|generated)/,
    trials: 'watching',
    why: 'how code is judged',
  },
  { paths: /^tools\/mutants(\.ts|\/)/, tests: /^tools\/mutants/, trials: 'watching', isSafelyDeleted: true, why: 'the kept faults' },
  {
    paths: /^tools\/seed(\.ts|\/)/,
    tests: /^apps\/server\/test\/dumps\.test\.ts$/,
    trials: 'watching',
    why: 'what makes the kept dumps',
  },
  { paths: /^tools\/new(\.ts|\/)/, tests: /^tools\/(new|mutants)/, trials: 'watching', why: 'pnpm new and what copies the tree for it' },
  {
    paths: /^tools\/generate/,
    tests: /^(tools\/(new|generated)|packages\/client\/)/,
    trials: 'watching',
    why: 'what writes the generated files',
  },
  {
    paths: /^(tools\/demo|docs\/pictures)\//,
    tests: /^tools\/demo\//,
    trials: 'watching',
    why: 'how the demo is driven, and its pictures',
  },
  { paths: /^tools\/(stack|boot)/, tests: 'recorded', trials: 'watching', isProgram: true, why: 'starts the product on a machine' },
  {
    paths: /^tools\/page-blocks\.ts$/,
    tests: /^tools\/(guides|packed-program)\.test\.ts$/,
    trials: 'watching',
    why: 'pages are run as they are written',
  },
  {
    paths: /^(apps\/server\/bin\/|tools\/(bundle\.ts$|packed\/))/,
    tests: /^tools\/packed-program\.test\.ts$/,
    trials: 'watching',
    why: 'how the program is packed and installed',
  },
  {
    paths: /^(packages\/(client|contract)\/(src|test)|apps\/server\/src\/domains\/[^/]+)\/generated\//,
    tests: /^(packages\/client\/|tools\/generated)/,
    trials: 'watching',
    isProgram: true,
    why: 'what the generator makes of the contract, which picks for itself',
  },
  {
    paths: /^packages\/contract\/src\/[^/]+\//,
    tests: testsOfArea,
    trials: 'watching',
    isProgram: true,
    why: 'declarations, which execute nothing',
  },
  { paths: /^packages\/contract\//, tests: 'all', trials: 'all', why: 'what every operation is declared with' },
  {
    paths: /^packages\/embed\//,
    tests: /^(packages|apps)\/embed\/|^tools\/(demo|web)\//,
    trials: 'watching',
    why: 'what runs in a browser, which no recording sees into',
  },
  {
    paths: /^packages\/client\/(test\/|tsconfig)/,
    tests: /^packages\/client\//,
    trials: 'watching',
    why: 'how the client is tried and packed',
  },
  {
    paths: /^apps\/server\/src\/(main\.ts$|(config|context|process)\/|(.*\/)?open\.ts$|domains\/[^/]+\/(area|settings)\.ts$)/,
    tests: 'all',
    trials: 'watching',
    why: 'how the service is put together, of which every test executes the same',
  },
  {
    paths: /^(apps\/embed|packages\/ui)\/|^tools\/(build-web\.ts$|web\/)/,
    tests: /^(apps\/embed|packages\/ui|tools\/(demo|web))\/|^tools\/packed-program\.test\.ts$/,
    trials: 'watching',
    why: 'pages, which the service reads as files that were built',
  },
  {
    paths: /^packages\/cube-model\/src\/starter\/files\//,
    tests: /^packages\/cube-model\/|^apps\/server\/(src\/domains\/(hosting|modeling)|test)\//,
    trials: 'watching',
    isProgram: true,
    why: 'the files that a data model begins with',
  },
  {
    paths: /^(packages\/(cube-model|chart-spec)\/src\/.*|apps\/server\/src\/.*\/[^/]*worker)\.ts$/,
    tests: 'recorded',
    trials: 'watching',
    isProgram: true,
    isComputed: true,
    why: 'executed by them, or in a compute process of theirs',
  },
  {
    paths: /^(apps|packages|examples)\/[^/]+\/src\/.*\.ts$/,
    tests: 'recorded',
    trials: 'watching',
    isProgram: true,
    why: 'executed by them',
  },
  {
    paths: /^packages\/cube-(addon|process)\/(bin|test)\/|^apps\/server\/engines\//,
    tests:
      /^packages\/cube-(addon|process)\/|^apps\/server\/(src\/(domains\/hosting|adapters\/cube|gateway)|test)\/|^tools\/(guides|packed-program)\.test\.ts$/,
    trials: 'watching',
    isProgram: true,
    why: 'what runs inside the sandbox, which no recording sees into',
  },
  {
    paths: /^packages\/dbt-convert\/bin\//,
    tests: /^packages\/dbt-convert\/|^apps\/server\/src\/domains\/dbt\/|^tools\/packed-program\.test\.ts$/,
    trials: 'watching',
    isProgram: true,
    why: 'the converter as it runs inside the sandbox, which no recording sees into',
  },
  {
    paths: /^apps\/server\/dbt\//,
    tests: /^apps\/server\/src\/(adapters|domains)\/dbt\/|^tools\/packed-program\.test\.ts$/,
    trials: 'watching',
    isProgram: true,
    why: 'what an environment of dbt is made of',
  },
  {
    paths: /^packages\/dbt-convert\/test\//,
    tests: /^packages\/dbt-convert\//,
    trials: 'watching',
    why: 'dbt projects, what they become, and what makes their manifests',
  },
  { paths: /^examples\//, tests: /^(examples|tools\/demo)\//, trials: 'watching', why: 'the example' },
  { paths: /^bench\/src\/(run|trials?|watched)\.ts$/, tests: /^bench\//, trials: 'all', why: 'how every trial is run' },
  { paths: /^bench\/src\//, tests: /^bench\//, trials: 'watching', isSafelyDeleted: true, why: 'source of the trials' },
  { paths: /^/, tests: 'all', trials: 'all', why: 'no rule knows it' },
]

export const ruleOf = (path: string): Rule => rules.find(({ paths }) => paths.test(path)) as Rule
