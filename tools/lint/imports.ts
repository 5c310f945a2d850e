/** One thing a folder may not import: by a regular expression over the specifier, or by globs where it must say what it may. */
type Refusal = { regex?: string; group?: string[]; allowTypeImports?: true; message: string }

/** A rule is taken whole from the last entry that names a file, so every entry carries all that holds in its folder. */
export type Entry = { files: string[]; refusals: Refusal[] }

const server = (...paths: string[]): string[] => paths.map((path) => `apps/server/src/${path}`)

const folders = [
  'access',
  'adapters',
  'authoring',
  'commands',
  'db',
  'domains',
  'embed',
  'http',
  'ledger',
  'limits',
  'model',
  'nodes',
  'roles',
  'secrets',
]
const all = (...but: string[]): string[] => folders.filter((folder) => !but.includes(folder))

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
  regex: '^(#test|vitest|@facet/(client|server))(/|$)',
  message: 'Only tests know vitest, #test and @facet/client.',
}
const web: Refusal = { regex: '^(fastify|@fastify/|ajv)', message: 'Fastify and Ajv are known in http/ only.' }
const sql: Refusal = { regex: '^(pg|kysely)([-/]|$)', message: 'pg and kysely are known in db/ only: take Db, Pool and sql from #db.' }

const homes = {
  pino: 'adapters/log',
  'prom-client': 'adapters/metrics',
  '@opentelemetry': 'adapters/tracing',
  '@aws-sdk': 'adapters/object-store',
  yaml: 'model',
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

const above = (folder: string, names: string[]): Refusal =>
  refuse(names, `${folder} stands under ${names.map((name) => `${name}/`).join(', ')}: hand it what it needs as an argument.`)
const adapter = (path: string, home?: string): Entry => ({
  files: server(path),
  refusals: [
    above('An adapter', ['access', 'authoring', 'commands', 'domains', 'embed', 'http', 'roles']),
    outOfFolder,
    testing,
    web,
    sql,
    packagesAtHomeElsewhere(home),
  ],
})
const domain = refuse(
  ['commands', 'http', 'roles'],
  'A module of domains/ knows nothing of HTTP or of roles: the role in roles/ composes it.',
)
const nodeAccess: Refusal = {
  regex: '^#access/node$',
  message: 'A proof without a check is for what a node does by itself. An operation asks #access, which checks.',
}
const base = above('A file beside main.ts', all())

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
  { files: server('**'), refusals: [farAway, behindTheFace, ...packages] },
  { files: server('*.ts'), refusals: [base, ...packages] },
  {
    files: server('context.ts', 'audit.ts'),
    refusals: [onlyTypes(base), testing, web, sql, onlyTypes(packagesAtHomeElsewhere())],
  },
  {
    files: server('main.ts'),
    refusals: [
      refuse(all('commands', 'roles'), 'main.ts picks a command and the command does the work: this belongs in commands/.'),
      ...packages,
    ],
  },
  { files: server('limits/**'), refusals: [above('limits/', all('limits')), farAway, ...packages] },
  { files: server('db/**'), refusals: [above('db/', all('db', 'limits')), farAway, testing, web, packagesAtHomeElsewhere()] },
  adapter('adapters/**'),
  ...Object.values(homes)
    .filter((home) => home.startsWith('adapters/'))
    .map((home) => adapter(`${home}/**`, home)),
  {
    files: server('model/**'),
    refusals: [
      { regex: '^#', message: 'model/ is pure and stands alone: it imports yaml, types of the contract and its own files.' },
      onlyTypes({ regex: '^@facet/contract', message: 'model/ needs only types of the contract.' }),
      farAway,
      testing,
      web,
      sql,
      packagesAtHomeElsewhere('model'),
    ],
  },
  {
    files: server('secrets/**', 'nodes/**', 'ledger/**'),
    refusals: [above('This folder', ['access', 'authoring', 'commands', 'domains', 'embed', 'http', 'roles']), farAway, ...packages],
  },
  {
    files: server('access/**'),
    refusals: [above('access/', ['authoring', 'commands', 'domains', 'embed', 'http', 'roles']), farAway, ...packages],
  },
  {
    files: server('authoring/**'),
    refusals: [above('authoring/', ['commands', 'domains', 'embed', 'http', 'roles']), farAway, ...packages],
  },
  { files: server('embed/**'), refusals: [above('embed/', ['authoring', 'commands', 'domains', 'http', 'roles']), farAway, ...packages] },
  {
    files: server('http/**'),
    refusals: [
      refuse(['adapters', 'commands', 'domains', 'nodes', 'roles'], 'http/ serves what it is handed: the role in roles/ passes it in.'),
      onlyTypes(refuse(['secrets'], 'http/ is handed the key ring by a role: import its type.')),
      farAway,
      testing,
      sql,
      packagesAtHomeElsewhere(),
    ],
  },
  { files: server('domains/**'), refusals: [domain, outOfFolder, behindTheFace, nodeAccess, ...packages] },
  { files: server('domains/modeling/connected-remote/**'), refusals: [domain, outOfFolder, behindTheFace, ...packages] },
  {
    files: server('domains/**/*-queries.ts'),
    refusals: [domain, outOfFolder, behindTheFace, nodeAccess, testing, web, onlyTypes(sql), packagesAtHomeElsewhere()],
  },
  {
    files: server('roles/**'),
    refusals: [refuse(['commands'], 'commands/ start the roles: what both need belongs in roles/.'), farAway, behindTheFace, ...packages],
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
