/** The folders of apps/server/src, highest first. `engine` stands for domains/<area>/engine. */
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
export const folders = layers.flat()

/** The layer of a folder and all layers below it, without the folders in `except`. */
const from = (folder: string, ...except: string[]): string[] =>
  layers
    .slice(layers.findIndex((layer) => layer.includes(folder)))
    .flat()
    .filter((name) => !except.includes(name))

/** Packages that only one folder imports; the others use what that folder exports. */
export const homes: Record<string, string[]> = {
  http: ['fastify', '@fastify', 'ajv'],
  db: ['pg', 'kysely'],
  'adapters/log': ['pino'],
  'adapters/metrics': ['prom-client'],
  'adapters/tracing': ['@opentelemetry'],
  'adapters/object-store': ['@aws-sdk'],
  'adapters/temporal': ['@temporalio'],
  'packages/cube-model': ['yaml'],
  'packages/chart-spec': ['vega-lite'],
  tests: ['vitest', '#test', '@facet/client', '@facet/server', '@facet/testkit'],
}

/** What files below apps/server/src may import. Packages without an entry in `homes` are open to all of them. */
type ServerRow = {
  files: string[]
  may: string[]
  typesOnly?: string[]
  home?: string
  typesOfHome?: string
  /** How far up a relative import may lead; one level by default. */
  up?: 0 | 1 | 'any'
  refusesNodeAccess?: true
}

const domain = { may: from('domains', 'http', 'gateway'), up: 0, refusesNodeAccess: true } as const

/** A later row replaces an earlier one for the files that both name. */
export const serverRows: ServerRow[] = [
  { files: ['**'], may: from('cli') },
  { files: ['main.ts'], may: ['main', 'cli', 'process', 'kernel'] },
  { files: ['process/**'], may: from('process') },
  { files: ['process/generated/**'], may: from('process'), up: 'any' },
  { files: ['http/**'], may: from('http', 'domains', 'gateway', 'adapters', 'secrets'), typesOnly: ['secrets'], home: 'http' },
  { files: ['gateway/**'], may: from('gateway', 'domains', 'http', 'adapters') },
  { files: ['context/**'], may: from('context') },
  { files: ['access/**'], may: from('access') },
  { files: ['db/**'], may: from('db'), home: 'db' },
  { files: ['secrets/**', 'nodes/**', 'outbox/**', 'ledger/**'], may: from('db') },
  { files: ['adapters/**'], may: from('adapters'), up: 0 },
  ...Object.keys(homes)
    .filter((home) => home.startsWith('adapters/'))
    .map((home): ServerRow => ({ files: [`${home}/**`], may: from('adapters'), up: 0, home })),
  { files: ['limits/**', 'config/**'], may: from('config') },
  { files: ['kernel/**'], may: from('kernel') },
  { files: ['domains/**'], ...domain },
  { files: ['domains/*/generated/**'], ...domain, up: 1 },
  { files: ['domains/**/*-queries.ts'], ...domain, typesOfHome: 'db' },
  { files: ['domains/*/engine/**'], may: from('engine') },
  { files: ['domains/*/settings.ts', 'domains/*/events.ts'], may: from('config') },
]

/** A part outside the server imports only what its row lists. A leading ! takes back what an earlier entry allows. */
type PartRow = { files: string[]; may: string[]; typesOnly?: string[] }

const oneLevelUp = ['./**', '../**', '!../../**']
const node = ['node:*', 'node:*/*']

export const partRows: PartRow[] = [
  { files: ['packages/contract/src/**'], may: ['typebox', 'typebox/*', ...oneLevelUp] },
  { files: ['packages/client/src/**'], may: oneLevelUp },
  { files: ['packages/ui/src/**'], may: ['react', 'react/*', './*'] },
  {
    files: ['apps/embed/src/**'],
    may: [
      ...[
        'react',
        'react/*',
        'react-dom',
        'react-dom/*',
        '@facet/ui',
        '@facet/ui/*',
        '@facet/client',
        '@facet/embed/page',
        '@facet/dashboard-spec',
      ],
      ...['vega-*', 'marked', 'dompurify', 'handlebars', './**', '../**', '!../../../**'],
    ],
    typesOnly: ['@facet/contract'],
  },
  { files: ['packages/cube-model/src/**'], may: ['yaml', 'lru-cache', 'node:crypto', './*'], typesOnly: ['@facet/contract'] },
  { files: ['packages/cube-model/src/starter/**'], may: [...node, './*'] },
  { files: ['packages/chart-spec/src/**'], may: ['vega-lite', 'vega-expression', ...oneLevelUp] },
  { files: ['packages/dashboard-spec/src/**'], may: oneLevelUp },
  { files: ['packages/dbt-convert/src/**'], may: ['./*'] },
  { files: ['packages/cube-addon/src/**'], may: [...node, './*'] },
  { files: ['packages/cube-addon/src/**/*.test.ts'], may: ['vitest', ...node, './*'] },
  { files: ['packages/cube-process/{src,bin}/**'], may: [...node, '@facet/cube-addon', '@facet/dashboard-spec/query', ...oneLevelUp] },
  { files: ['packages/testkit/src/**'], may: [...node, 'pg', 'playwright-core', ...oneLevelUp] },
]

type Pattern = { regex?: string; group?: string[]; allowTypeImports?: true; message: string }

/** oxlint applies only the last entry that matches a file, so every entry carries all patterns of its files. */
export type Entry = { files: string[]; patterns: Pattern[] }

const folderPattern = (names: string[], message: string): Pattern[] =>
  names.length === 0 ? [] : [{ regex: `^(#|\\.{1,2}/)(${names.join('|')})(/|$)`, message }]
const typesOnly = (patterns: Pattern[]): Pattern[] => patterns.map((pattern) => ({ ...pattern, allowTypeImports: true }))

const levels = {
  0: {
    regex: '^\\.\\./',
    message: 'A relative import stays in its folder. Import the rest by # name, a module as #domains/<area>/<module>.',
  },
  1: { regex: '^\\.\\./\\.\\./', message: 'A relative import leads at most one level up. Import other folders by # name.' },
}
const moduleIndex: Pattern = {
  regex: '^#domains/[^/]+/[^/]+/',
  message: 'Import a module as #domains/<area>/<module>: its index.ts exports what other modules may call.',
}
const nodeAccess: Pattern = {
  regex: '^#access/node$',
  message: '#access/node issues access proofs without a check, for the work of a node itself. Operations use #access, which checks.',
}
const homePattern = ([home, packages]: [home: string, packages: string[]]): Pattern => ({
  regex: `^(${packages.join('|')})([-/]|$)`,
  message: `Only ${home} may import ${packages.join(', ')}.`,
})

const serverEntry = ({ files, may, typesOnly: types = [], home, typesOfHome, up = 1, refusesNodeAccess }: ServerRow): Entry => ({
  files: files.map((file) => `apps/server/src/${file}`),
  patterns: [
    ...folderPattern(
      folders.filter((folder) => !may.includes(folder) && !types.includes(folder)),
      `${files.join(' and ')} may import only ${may.join(', ')}. Pass the rest in as arguments.`,
    ),
    ...typesOnly(folderPattern(types, `${files.join(' and ')} may import only types of ${types.join(', ')}.`)),
    ...(up === 'any' ? [] : [levels[up]]),
    moduleIndex,
    ...(refusesNodeAccess ? [nodeAccess] : []),
    ...Object.entries(homes)
      .filter(([name]) => name !== home)
      .flatMap((entry) => (entry[0] === typesOfHome ? typesOnly([homePattern(entry)]) : [homePattern(entry)])),
  ],
})

const partEntry = ({ files, may, typesOnly: types = [] }: PartRow): Entry => ({
  files,
  patterns: [
    // Before the group: oxlint stops at a group whose negation matches.
    ...typesOnly(types.map((name) => ({ regex: `^${name}$`, message: `${files.join(' and ')} may import only types of ${name}.` }))),
    {
      group: ['*', ...[...may, ...types].map((glob) => (glob.startsWith('!') ? glob.slice(1) : `!${glob}`))],
      message: `${files.join(' and ')} may import only ${[...may, ...types].filter((glob) => !glob.startsWith('!')).join(', ')}.`,
    },
  ],
})

const tests: Pattern = {
  regex: '^(#|\\.\\./\\.\\./|@facet/(client|server)(/|$))',
  message: 'Tests of a package may not import the server.',
}
const workflow: Pattern = {
  group: ['*', '!@temporalio/workflow', '!./*', './*-queries.ts', './*.activities.ts'],
  allowTypeImports: true,
  message: 'Temporal replays a workflow: it may import @temporalio/workflow, pure files of its own module, and types.',
}

export const entries: Entry[] = [
  ...partRows.map(partEntry),
  { files: ['packages/{cube-model,chart-spec,dashboard-spec,dbt-convert,testkit}/src/**/*.test.ts'], patterns: [tests] },
  { files: ['packages/dbt-convert/test/**'], patterns: [{ ...tests, regex: '^(#|@facet/(client|server)(/|$))' }] },
  ...serverRows.map(serverEntry),
  { files: ['apps/server/src/**/*.test.ts'], patterns: [levels[1], moduleIndex] },
  { files: ['apps/server/src/**/*.workflow.ts'], patterns: [workflow] },
]

/** The rules as a configuration file for .oxlintrc.json to extend: oxlint reads JSON only. */
export const importRules = (): string =>
  JSON.stringify({
    overrides: entries.map(({ files, patterns }) => ({ files, rules: { 'no-restricted-imports': ['error', { patterns }] } })),
  })
