import { NoEffect } from '../no-effect.ts'
import { Maybe, OneOf, schema, type Static, strictSchema, Text, Timestamp, type TSchema, Type } from '../schema.ts'
import { RemoteHostKey } from '../modeling/repository-parts.ts'

/** The same fields to be sent: each may be left out and then has its default. */
const sent = <P extends Record<string, TSchema>>(properties: P) =>
  Object.fromEntries(Object.entries(properties).map(([name, type]) => [name, Maybe(type)])) as {
    [Name in keyof P]: ReturnType<typeof Maybe<P[Name]>>
  }

const pullFields = {
  outputPath: Text(500, { description: 'The folder of the data model that the cubes are written to. Default: `/model/cubes/dbt`.' }),
  namePrefix: Text(100, { description: 'Before the name of every cube. Default: `dbt_`.' }),
  titlePrefix: Text(100, { description: 'Before the title of every cube. Default: `(dbt) `, with the space.' }),
  selector: Text(10_000, { description: 'Which models, in the syntax of `dbt ls --select`. Default: empty, which is all.' }),
  onlyMarts: Type.Boolean({ description: 'Only models whose path begins with `martsFolder`. Default: false.' }),
  martsFolder: Text(500, { minLength: 1, description: 'Default: `marts`.' }),
  hasKeysFromNames: Type.Boolean({ description: 'Primary keys are found by the names of columns. Default: true.' }),
  keySuffixes: Type.Array(Text(100, { minLength: 1 }), {
    minItems: 1,
    maxItems: 50,
    description: 'How the names of key columns end; used with `hasKeysFromNames`. Default: `["_id"]`, which `id` fits too.',
  }),
  hasKeysFromTests: Type.Boolean({ description: 'Primary keys are found by `unique` and `not_null` tests. Default: true.' }),
  hasMeasures: Type.Boolean({ description: 'A count for every cube, and sums of columns of money and amounts. Default: true.' }),
  hasDescriptions: Type.Boolean({ description: 'Descriptions of models and columns are taken over. Default: true.' }),
  hasJoins: Type.Boolean({ description: 'Joins are made of relationships tests and foreign keys. Default: true.' }),
  hasReverseJoins: Type.Boolean({ description: 'The referenced cube joins back; used with `hasJoins`. Default: false.' }),
  hasUnprovenJoins: Type.Boolean({
    description: 'Joins are made also to columns of which nothing proves that they are unique: totals may then be wrong. Default: false.',
  }),
  hasSemanticModels: Type.Boolean({
    description:
      'Semantic models and metrics become dimensions, measures and evidence of keys, as far as cubes can say the same; the decision report lists the rest. Default: false.',
  }),
  hasCatalogTypes: Type.Boolean({
    description:
      'Types of columns are asked of the warehouse (`dbt docs generate`); on Snowflake, Redshift, PostgreSQL and ClickHouse. A catalog that was pushed with a manifest is used without it. Default: false.',
  }),
  hasCatalogColumns: Type.Boolean({
    description: 'Columns that the warehouse alone knows become dimensions; used with `hasCatalogTypes`. Default: false.',
  }),
  policyStubGroups: Type.Array(Text(255, { minLength: 1 }), {
    maxItems: 100,
    description: 'Cubes whose `meta` names no groups get an access policy for these. Default: empty, which writes none.',
  }),
  mayCollapseSchemas: Type.Boolean({
    description: 'Goes on although models were given different schemas and all of them resolve to one. Default: false.',
  }),
}

const Seconds = (about: string, usual: number) =>
  Type.Integer({ minimum: 10, maximum: 7200, description: `How long ${about} may take, in seconds. Default: ${usual}.` })

const timeoutFields = {
  clone: Seconds('cloning the repository', 300),
  packages: Seconds('installing packages (`dbt deps`)', 600),
  parse: Seconds('reading the project (`dbt parse`)', 1800),
  catalog: Seconds('asking the warehouse for types', 600),
  convert: Seconds('making cubes', 300),
  publish: Seconds('compiling and committing', 600),
}

const settingFields = {
  username: Maybe(Text(200, { pattern: '^[^:\\u0000-\\u001f]+$', description: 'For HTTPS with a token; `git` when left out.' })),
  branch: Maybe(Text(255, { description: 'The branch or tag of the dbt repository. Default: null, its default branch.' })),
  branchTtlSeconds: Maybe(
    Type.Integer({
      minimum: 3600,
      maximum: 31_536_000,
      description: 'Review branches whose name was made up here are removed after this time. Default: null, they stay.',
    }),
  ),
}

const defaultedFields = {
  projectPath: Text(500, {
    minLength: 1,
    description: 'The folder that holds `dbt_project.yml`. Default: `.`, the root of the repository.',
  }),
  dbtVersion: Text(40, { description: 'The version of dbt Core. Default: the newest that this installation has.' }),
  target: Text(100, {
    pattern: '^[A-Za-z0-9_][A-Za-z0-9_.-]*$',
    description:
      '`target.name` in the project. Default: `dev`. A `generate_schema_name` that asks for it needs the name that production has.',
  }),
  variableNames: Type.Array(Text(255, { minLength: 1 }), {
    maxItems: 200,
    description:
      'Variables of the deployment that the project may read with `env_var`; their values are looked up when a sync runs. ' +
      '`CUBEJS_DB_*` pass without being named, and cannot be. Default: none.',
  }),
  reviewRecipients: NoEffect(
    Type.Array(Text(320, { minLength: 3, pattern: '^[^\\s@,\\u0000]+@[^\\s@,\\u0000]+$' }), {
      maxItems: 100,
      description: 'Recipients of an email about each review branch. Default: none.',
    }),
  ),
}

const url = Text(2000, { description: 'https://host/path.git, ssh://user@host/path.git or user@host:path.git' })

const targetSchema = Text(128, {
  pattern: '^[A-Za-z_][A-Za-z0-9_$-]*$',
  description: 'The schema of models that have none of their own: that of `profiles.yml`. Required, since a wrong one is a wrong table.',
})

const token = Maybe(
  Text(4000, {
    minLength: 1,
    description: 'For HTTPS. It is never shown. Left out, the present one stays as long as scheme, host and port of the URL do.',
  }),
)

export const DbtIntegrationInput = strictSchema('DbtIntegrationInput', {
  url,
  token,
  ...settingFields,
  ...sent(defaultedFields),
  targetSchema,
  timeouts: Maybe(strictSchema('DbtTimeoutsInput', sent(timeoutFields))),
  pull: Maybe(strictSchema('DbtPullSettingsInput', sent(pullFields))),
})
export type DbtIntegrationInput = Static<typeof DbtIntegrationInput>

export const DbtConnectionInput = strictSchema('DbtConnectionInput', { url: Maybe(url), username: settingFields.username, token })

export const DbtPullSettings = schema('DbtPullSettings', pullFields)
export type DbtPullSettings = Static<typeof DbtPullSettings>

export const DbtTimeouts = schema('DbtTimeouts', timeoutFields)
export type DbtTimeouts = Static<typeof DbtTimeouts>

const DbtIntegrationSettings = schema('DbtIntegrationSettings', {
  url,
  ...settingFields,
  ...defaultedFields,
  targetSchema,
  timeouts: DbtTimeouts,
  pull: DbtPullSettings,
})

export const DbtIntegrationProblem = schema('DbtIntegrationProblem', {
  code: OneOf('DbtIntegrationProblemCode', ['variable_missing', 'warehouse_missing', 'warehouse_unsupported', 'version_unsupported']),
  message: Type.String(),
})
export type DbtIntegrationProblem = Static<typeof DbtIntegrationProblem>

export const DbtIntegration = schema('DbtIntegration', {
  settings: {
    ...DbtIntegrationSettings,
    description: 'Every setting, with its default where none was sent. It can be sent back as it is.',
  },
  hasToken: Type.Boolean(),
  sshPublicKey: Maybe(Type.String({ description: 'Add it to the dbt repository as a deploy key. It needs to read only.' })),
  hostKeys: Type.Array(RemoteHostKey, { description: 'Pinned when the URL was set; a host that shows another key is refused.' }),
  webhookUrl: Type.String({ description: 'Where the host of the repository sends notices of pushes, signed with the webhook secret.' }),
  warehouse: Maybe(Type.String({ description: '`CUBEJS_DB_TYPE` of the deployment.' })),
  problems: Type.Array(DbtIntegrationProblem, { description: 'What would keep a sync from running, or is left out of it.' }),
  updatedAt: Timestamp,
})
export type DbtIntegration = Static<typeof DbtIntegration>
