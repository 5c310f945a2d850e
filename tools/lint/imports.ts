/** One thing a folder may not import: by a regular expression over the specifier, or by globs where it must say what it may. */
type Refusal = { regex?: string; group?: string[]; allowTypeImports?: true; message: string }

/** A rule is taken whole from the last entry that names a file, so every entry carries all that holds in its folder. */
export type Entry = { files: string[]; refusals: Refusal[] }

const server = (...paths: string[]): string[] => paths.map((path) => `apps/server/src/${path}`)

/**
 * Highest first. What stands in one line may import what stands below it, types included; `engine` is what `domains/<area>/engine` exports,
 * and `settings.ts` and `events.ts` of an area stand beside `config`. */
export const layers = [
  ['main'],
  ['cli'],
  ['process'],
  ['domains', 'http', 'gateway'],
  ['context'],
  ['engine'],
  ['access'],
  ['db', 'secrets', 'nodes', 'outbox', 'ledger', 'adapters'],
  ['limits', 'config'],
  ['kernel'],
]

const namesAbove = (folder: string): string[] =>
  layers
    .slice(
      0,
      layers.findIndex((layer) => layer.includes(folder)),
    )
    .flat()

/** Folders of the server by their # name, or by a relative path from a folder beside them. */
const refuse = (names: string[], message: string): Refusal => ({ regex: `^(#|\\.{1,2}/)(${names.join('|')})(/|$)`, message })
const onlyTypes = (refusal: Refusal): Refusal => ({ ...refusal, allowTypeImports: true })

const farAway: Refusal = {
  regex: '^\\.\\./\\.\\./',
  message: 'Two levels up leaves this part of the server: import the other by its # name.',
}
const outOfFolder: Refusal = {
  regex: '^\\.\\./',
  message: 'A relative path stays in its folder: import the rest by its # name, a module as #domains/<area>/<module>.',
}
const behindTheFace: Refusal = {
  regex: '^#domains/[^/]+/[^/]+/',
  message: 'Enter a module by its face, #domains/<area>/<module>: its index.ts exports what others may call.',
}
const testing: Refusal = {
  regex: '^(#test|vitest|@facet/(client|server|testkit))(/|$)',
  message: 'Only tests know vitest, #test, @facet/testkit and @facet/client.',
}
const web: Refusal = { regex: '^(fastify|@fastify/|ajv)', message: 'Fastify and Ajv are known in http/ only.' }
const sql: Refusal = { regex: '^(pg|kysely)([-/]|$)', message: 'pg and kysely are known in db/ only: take Db, Pool and sql from #db.' }

const homes = {
  pino: 'adapters/log',
  'prom-client': 'adapters/metrics',
  '@opentelemetry': 'adapters/tracing',
  '@aws-sdk': 'adapters/object-store',
  '@temporalio': 'adapters/temporal',
  yaml: 'packages/cube-model',
  'vega-lite': 'packages/chart-spec',
}
const packagesAtHomeElsewhere = (here?: string): Refusal => ({
  regex: `^(${Object.entries(homes)
    .flatMap(([name, home]) => (home === here ? [] : [name]))
    .join('|')})(/|$)`,
  message: `Each has one home: ${Object.entries(homes)
    .map(([name, home]) => `${name} ${home}`)
    .join(', ')}. Import what that folder exports.`,
})
const packages = [testing, web, sql, packagesAtHomeElsewhere()]

const above = (folder: string, title = `${folder}/`): Refusal => {
  const names = namesAbove(folder)
  return refuse(names, `${title} stands under ${names.map((name) => `${name}/`).join(', ')}: hand it what it needs as an argument.`)
}
const adapter = (path: string, home?: string): Entry => ({
  files: server(path),
  refusals: [above('adapters', 'An adapter'), outOfFolder, testing, web, sql, packagesAtHomeElsewhere(home)],
})
const operation = refuse(
  ['cli', 'gateway', 'http', 'main', 'process'],
  'A module of domains/ knows nothing of HTTP or of roles: process/ puts them together.',
)
const nodeAccess: Refusal = {
  regex: '^#access/node$',
  message: 'A proof without a check is for what a node does by itself. An operation asks #access, which checks.',
}

export const entries: Entry[] = [
  {
    files: ['packages/contract/src/**'],
    refusals: [
      { regex: '^(@facet/|#|\\.\\./\\.\\./)', message: 'The contract stands under everything: it imports typebox and its own files.' },
    ],
  },
  {
    files: ['packages/client/src/**'],
    refusals: [{ regex: '^([^.]|\\.\\./\\.\\./)', message: 'The client stands alone: it needs fetch and imports its own files.' }],
  },
  {
    files: ['packages/ui/src/**'],
    refusals: [
      {
        group: ['*', '!react', '!react/*', '!./*'],
        message: 'The shared components know React and their own files: what they show is handed to them.',
      },
    ],
  },
  {
    files: ['apps/embed/src/**'],
    refusals: [
      // First: the linter looks no further once a pattern of a group lets an import through.
      onlyTypes({ regex: '^@facet/contract$', message: 'The embedded page runs in a browser: of the contract it knows types.' }),
      { regex: '^@facet/embed$', message: 'The embedded page runs in a browser, and takes its end of the protocol: @facet/embed/page.' },
      {
        group: [
          '*',
          '!react',
          '!react/*',
          '!react-dom',
          '!react-dom/*',
          '!@facet/ui',
          '!@facet/ui/*',
          '!@facet/client',
          '!@facet/embed',
          '!@facet/embed/page',
          '!@facet/contract',
          '!vega-*',
          '!marked',
          '!dompurify',
          '!handlebars',
          '!./**',
          '!../**',
          '../../../**',
        ],
        message:
          'The embedded page runs in a browser: it imports React, @facet/ui, @facet/client, @facet/embed/page, types of the contract, what draws its widgets and its own files.',
      },
    ],
  },
  {
    files: ['packages/cube-model/src/**'],
    refusals: [
      onlyTypes({
        group: ['*', '!./*', '!yaml', '!lru-cache', '!node:crypto'],
        message:
          'cube-model is pure and stands alone: it imports yaml, lru-cache, hashes of node:crypto, types of the contract and its own files.',
      }),
      { regex: '^(#|\\.\\./|@facet/(client|server|testkit)(/|$))', message: 'cube-model knows of the contract, and of nothing above it.' },
    ],
  },
  {
    files: ['packages/cube-model/src/starter/**'],
    refusals: [{ regex: '^(@facet/|#|\\.\\./)', message: 'The starter project is files and where they go: it imports what reads them.' }],
  },
  { files: ['packages/cube-model/src/**/*.test.ts'], refusals: [{ regex: '^(#|\\.\\./\\.\\./)', message: 'The package stands alone.' }] },
  {
    files: ['packages/chart-spec/src/**'],
    refusals: [
      {
        regex: '^(@|#|node:|[a-u]|\\.\\./\\.\\./)',
        message: 'chart-spec is pure and stands alone: it imports vega-lite, vega-expression and its own files.',
      },
    ],
  },
  { files: ['packages/chart-spec/src/**/*.test.ts'], refusals: [{ regex: '^(#|\\.\\./\\.\\./)', message: 'The package stands alone.' }] },
  {
    files: ['packages/dbt-convert/src/**'],
    refusals: [{ group: ['*', '!./*'], message: 'dbt-convert is pure and stands alone: it imports its own files.' }],
  },
  {
    files: ['packages/dbt-convert/src/**/*.test.ts', 'packages/dbt-convert/test/**'],
    refusals: [
      { regex: '^(#|@facet/(client|server)(/|$))', message: 'Its tests compile with the engine, and know nothing of the service.' },
    ],
  },
  {
    files: ['packages/cube-addon/src/**'],
    refusals: [
      { regex: '^(@facet/|#|\\.\\./)', message: 'It runs inside the sandbox, before the engine: it imports Node and its own files.' },
    ],
  },
  {
    files: ['packages/cube-process/{src,bin}/**'],
    refusals: [
      {
        regex: '^(@facet/(client|contract|cube-model|server|testkit)(/|$)|#|\\.\\./\\.\\./)',
        message: 'It runs inside the sandbox: it imports Node, cube-addon and its own files, and finds the engine where it is told.',
      },
    ],
  },
  {
    files: ['packages/testkit/src/**'],
    refusals: [
      {
        regex: '^(@facet/|#|vitest|\\.\\./\\.\\./)',
        message: 'The test kit starts engines for whoever asks: it knows nothing of the product, nor of what runs the tests.',
      },
    ],
  },
  {
    files: ['packages/testkit/src/**/*.test.ts'],
    refusals: [{ regex: '^(#|\\.\\./\\.\\./|@facet/server)', message: 'The test kit stands alone, and so do its tests.' }],
  },
  { files: server('**'), refusals: [farAway, behindTheFace, ...packages] },
  {
    files: server('main.ts'),
    refusals: [
      refuse(layers.slice(3, -1).flat(), 'main.ts picks a command and the command does the work: this belongs in cli/.'),
      ...packages,
    ],
  },
  { files: server('kernel/**'), refusals: [above('kernel'), farAway, ...packages] },
  { files: server('limits/**'), refusals: [above('limits'), farAway, ...packages] },
  { files: server('config/**'), refusals: [above('config'), farAway, ...packages] },
  { files: server('db/**'), refusals: [above('db'), farAway, testing, web, packagesAtHomeElsewhere()] },
  adapter('adapters/**'),
  ...Object.values(homes)
    .filter((home) => home.startsWith('adapters/'))
    .map((home) => adapter(`${home}/**`, home)),
  { files: server('secrets/**', 'nodes/**', 'ledger/**', 'outbox/**'), refusals: [above('secrets', 'This folder'), farAway, ...packages] },
  { files: server('access/**'), refusals: [above('access'), farAway, ...packages] },
  { files: server('context/**'), refusals: [above('context'), farAway, ...packages] },
  {
    files: server('http/**'),
    refusals: [
      refuse(['adapters', 'cli', 'domains', 'gateway', 'process'], 'http/ serves what it is handed: process/ passes it in.'),
      onlyTypes(refuse(['secrets'], 'http/ is handed the key ring by process/: import its type.')),
      farAway,
      testing,
      sql,
      packagesAtHomeElsewhere(),
    ],
  },
  {
    files: server('gateway/**'),
    refusals: [
      refuse(['adapters', 'cli', 'domains', 'http', 'main', 'process'], 'gateway/ passes on what it is handed: process/ passes it in.'),
      farAway,
      ...packages,
    ],
  },
  { files: server('domains/**'), refusals: [operation, outOfFolder, behindTheFace, nodeAccess, ...packages] },
  // The list of an area's handlers takes each from its file.
  { files: server('domains/*/generated/**'), refusals: [operation, farAway, nodeAccess, ...packages] },
  {
    files: server('domains/**/*-queries.ts'),
    refusals: [operation, outOfFolder, behindTheFace, nodeAccess, testing, web, onlyTypes(sql), packagesAtHomeElsewhere()],
  },
  { files: server('domains/*/engine/**'), refusals: [above('engine', 'An engine'), farAway, ...packages] },
  {
    files: server('process/**'),
    refusals: [refuse(['cli', 'main'], 'cli/ starts the roles: what both need belongs in process/.'), farAway, behindTheFace, ...packages],
  },
  // They list what every area has, from its own files.
  {
    files: server('process/generated/**'),
    refusals: [refuse(['cli', 'main'], 'cli/ starts the roles: what both need belongs in process/.'), ...packages],
  },
  { files: server('domains/*/settings.ts'), refusals: [above('config', 'The settings of an area'), ...packages] },
  {
    files: server('domains/*/events.ts'),
    refusals: [above('config', 'The events of an area'), farAway, ...packages],
  },
  { files: server('**/*.test.ts'), refusals: [farAway, behindTheFace] },
  {
    files: server('**/*.workflow.ts'),
    refusals: [
      onlyTypes({
        group: ['*', '!@temporalio/workflow', '!./*', './*-queries.ts', './*.activities.ts'],
        message: 'A workflow is replayed: it imports @temporalio/workflow, pure files of its own module, and of the rest only types.',
      }),
    ],
  },
]

/** The rules as .oxlintrc.json extends them. oxlint reads JSON, in which nothing can be named once and used in many entries. */
export const importRules = (): string => {
  const overrides = entries.map(({ files, refusals }) => ({
    files,
    rules: { 'no-restricted-imports': ['error', { patterns: refusals }] },
  }))
  return `// Generated from tools/lint/imports.ts by pnpm generate. Do not edit.\n${JSON.stringify({ overrides })}`
}
