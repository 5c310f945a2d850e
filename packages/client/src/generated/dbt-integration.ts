// Generated from packages/contract by pnpm generate. Do not edit.

import type { RemoteHostKey } from './shared.ts'

export type DbtConnectionCause =
  | 'authentication_failed'
  | 'repository_not_found'
  | 'unsupported_protocol'
  | 'host_unreachable'
  | 'host_key_mismatch'
  | 'not_a_git_url'
  | 'private_host'

export type DbtConnectionInput = {
  /** https://host/path.git, ssh://user@host/path.git or user@host:path.git */
  url?: string | null | undefined
  /** For HTTPS with a token; `git` when left out. */
  username?: string | null | undefined
  /** For HTTPS. It is never shown. Left out, the present one stays as long as scheme, host and port of the URL do. */
  token?: string | null | undefined
}

export type DbtIntegration = {
  settings: DbtIntegrationSettings
  hasToken: boolean
  /** Add it to the dbt repository as a deploy key. It needs to read only. */
  sshPublicKey?: string | null
  /** Pinned when the URL was set; a host that shows another key is refused. */
  hostKeys: RemoteHostKey[]
  /** Where the host of the repository sends notices of pushes, signed with the webhook secret. */
  webhookUrl: string
  /** `CUBEJS_DB_TYPE` of the deployment. */
  warehouse?: string | null
  /** What would keep a sync from running, or is left out of it. */
  problems: DbtIntegrationProblem[]
  updatedAt: string
}

export type DbtIntegrationInput = {
  /** https://host/path.git, ssh://user@host/path.git or user@host:path.git */
  url: string
  /** For HTTPS. It is never shown. Left out, the present one stays as long as scheme, host and port of the URL do. */
  token?: string | null | undefined
  /** For HTTPS with a token; `git` when left out. */
  username?: string | null | undefined
  /** The branch or tag of the dbt repository. Default: null, its default branch. */
  branch?: string | null | undefined
  /** Review branches whose name was made up here are removed after this time. Default: null, they stay. */
  branchTtlSeconds?: number | null | undefined
  /** The folder that holds `dbt_project.yml`. Default: `.`, the root of the repository. */
  projectPath?: string | null | undefined
  /** The version of dbt Core. Default: the newest that this installation has. */
  dbtVersion?: string | null | undefined
  /**
   * `target.name` in the project. Default: `dev`. A `generate_schema_name` that asks for it needs the name that production
   * has.
   */
  target?: string | null | undefined
  /**
   * Variables of the deployment that the project may read with `env_var`; their values are looked up when a sync runs.
   * `CUBEJS_DB_*` pass without being named, and cannot be. Default: none.
   */
  variableNames?: string[] | null | undefined
  /** Recipients of an email about each review branch. Default: none. Stored. Has no effect in this version. */
  reviewRecipients?: string[] | null | undefined
  /** The schema of models that have none of their own: that of `profiles.yml`. Required, since a wrong one is a wrong table. */
  targetSchema: string
  timeouts?: DbtTimeoutsInput | null | undefined
  pull?: DbtPullSettingsInput | null | undefined
}

export type DbtIntegrationProblem = { code: DbtIntegrationProblemCode; message: string }

export type DbtIntegrationProblemCode = 'variable_missing' | 'warehouse_missing' | 'warehouse_unsupported' | 'version_unsupported'

/** Every setting, with its default where none was sent. It can be sent back as it is. */
export type DbtIntegrationSettings = {
  /** https://host/path.git, ssh://user@host/path.git or user@host:path.git */
  url: string
  /** For HTTPS with a token; `git` when left out. */
  username?: string | null
  /** The branch or tag of the dbt repository. Default: null, its default branch. */
  branch?: string | null
  /** Review branches whose name was made up here are removed after this time. Default: null, they stay. */
  branchTtlSeconds?: number | null
  /** The folder that holds `dbt_project.yml`. Default: `.`, the root of the repository. */
  projectPath: string
  /** The version of dbt Core. Default: the newest that this installation has. */
  dbtVersion: string
  /**
   * `target.name` in the project. Default: `dev`. A `generate_schema_name` that asks for it needs the name that production
   * has.
   */
  target: string
  /**
   * Variables of the deployment that the project may read with `env_var`; their values are looked up when a sync runs.
   * `CUBEJS_DB_*` pass without being named, and cannot be. Default: none.
   */
  variableNames: string[]
  /** Recipients of an email about each review branch. Default: none. Stored. Has no effect in this version. */
  reviewRecipients: string[]
  /** The schema of models that have none of their own: that of `profiles.yml`. Required, since a wrong one is a wrong table. */
  targetSchema: string
  timeouts: DbtTimeouts
  pull: DbtPullSettings
}

export type DbtPullSettings = {
  /** The folder of the data model that the cubes are written to. Default: `/model/cubes/dbt`. */
  outputPath: string
  /** Before the name of every cube. Default: `dbt_`. */
  namePrefix: string
  /** Before the title of every cube. Default: `(dbt) `, with the space. */
  titlePrefix: string
  /** Which models, in the syntax of `dbt ls --select`. Default: empty, which is all. */
  selector: string
  /** Only models whose path begins with `martsFolder`. Default: false. */
  onlyMarts: boolean
  /** Default: `marts`. */
  martsFolder: string
  /** Primary keys are found by the names of columns. Default: true. */
  hasKeysFromNames: boolean
  /** How the names of key columns end; used with `hasKeysFromNames`. Default: `["_id"]`, which `id` fits too. */
  keySuffixes: string[]
  /** Primary keys are found by `unique` and `not_null` tests. Default: true. */
  hasKeysFromTests: boolean
  /** A count for every cube, and sums of columns of money and amounts. Default: true. */
  hasMeasures: boolean
  /** Descriptions of models and columns are taken over. Default: true. */
  hasDescriptions: boolean
  /** Joins are made of relationships tests and foreign keys. Default: true. */
  hasJoins: boolean
  /** The referenced cube joins back; used with `hasJoins`. Default: false. */
  hasReverseJoins: boolean
  /** Joins are made also to columns of which nothing proves that they are unique: totals may then be wrong. Default: false. */
  hasUnprovenJoins: boolean
  /**
   * Semantic models and metrics become dimensions, measures and evidence of keys, as far as cubes can say the same; the
   * decision report lists the rest. Default: false.
   */
  hasSemanticModels: boolean
  /**
   * Types of columns are asked of the warehouse (`dbt docs generate`); on Snowflake, Redshift, PostgreSQL and ClickHouse. A
   * catalog that was pushed with a manifest is used without it. Default: false.
   */
  hasCatalogTypes: boolean
  /** Columns that the warehouse alone knows become dimensions; used with `hasCatalogTypes`. Default: false. */
  hasCatalogColumns: boolean
  /** Cubes whose `meta` names no groups get an access policy for these. Default: empty, which writes none. */
  policyStubGroups: string[]
  /** Goes on although models were given different schemas and all of them resolve to one. Default: false. */
  mayCollapseSchemas: boolean
}

export type DbtPullSettingsInput = {
  /** The folder of the data model that the cubes are written to. Default: `/model/cubes/dbt`. */
  outputPath?: string | null | undefined
  /** Before the name of every cube. Default: `dbt_`. */
  namePrefix?: string | null | undefined
  /** Before the title of every cube. Default: `(dbt) `, with the space. */
  titlePrefix?: string | null | undefined
  /** Which models, in the syntax of `dbt ls --select`. Default: empty, which is all. */
  selector?: string | null | undefined
  /** Only models whose path begins with `martsFolder`. Default: false. */
  onlyMarts?: boolean | null | undefined
  /** Default: `marts`. */
  martsFolder?: string | null | undefined
  /** Primary keys are found by the names of columns. Default: true. */
  hasKeysFromNames?: boolean | null | undefined
  /** How the names of key columns end; used with `hasKeysFromNames`. Default: `["_id"]`, which `id` fits too. */
  keySuffixes?: string[] | null | undefined
  /** Primary keys are found by `unique` and `not_null` tests. Default: true. */
  hasKeysFromTests?: boolean | null | undefined
  /** A count for every cube, and sums of columns of money and amounts. Default: true. */
  hasMeasures?: boolean | null | undefined
  /** Descriptions of models and columns are taken over. Default: true. */
  hasDescriptions?: boolean | null | undefined
  /** Joins are made of relationships tests and foreign keys. Default: true. */
  hasJoins?: boolean | null | undefined
  /** The referenced cube joins back; used with `hasJoins`. Default: false. */
  hasReverseJoins?: boolean | null | undefined
  /** Joins are made also to columns of which nothing proves that they are unique: totals may then be wrong. Default: false. */
  hasUnprovenJoins?: boolean | null | undefined
  /**
   * Semantic models and metrics become dimensions, measures and evidence of keys, as far as cubes can say the same; the
   * decision report lists the rest. Default: false.
   */
  hasSemanticModels?: boolean | null | undefined
  /**
   * Types of columns are asked of the warehouse (`dbt docs generate`); on Snowflake, Redshift, PostgreSQL and ClickHouse. A
   * catalog that was pushed with a manifest is used without it. Default: false.
   */
  hasCatalogTypes?: boolean | null | undefined
  /** Columns that the warehouse alone knows become dimensions; used with `hasCatalogTypes`. Default: false. */
  hasCatalogColumns?: boolean | null | undefined
  /** Cubes whose `meta` names no groups get an access policy for these. Default: empty, which writes none. */
  policyStubGroups?: string[] | null | undefined
  /** Goes on although models were given different schemas and all of them resolve to one. Default: false. */
  mayCollapseSchemas?: boolean | null | undefined
}

export type DbtPushNoticeReason = 'not_a_push' | 'tag' | 'branch_deleted' | 'other_branch' | 'unchanged' | 'duplicate'

export type DbtPushNoticeResponse = {
  status: DbtPushNoticeStatus
  reason?: DbtPushNoticeReason | null
  /** The same in words. */
  message: string
  /** The sync that takes the push in, also where the notice is a duplicate. */
  syncJobId?: string | null
  /** The review branch of that sync. */
  branchName?: string | null
}

export type DbtPushNoticeStatus = 'started' | 'coalesced' | 'ignored'

export type DbtTimeouts = {
  /** How long cloning the repository may take, in seconds. Default: 300. */
  clone: number
  /** How long installing packages (`dbt deps`) may take, in seconds. Default: 600. */
  packages: number
  /** How long reading the project (`dbt parse`) may take, in seconds. Default: 1800. */
  parse: number
  /** How long asking the warehouse for types may take, in seconds. Default: 600. */
  catalog: number
  /** How long making cubes may take, in seconds. Default: 300. */
  convert: number
  /** How long compiling and committing may take, in seconds. Default: 600. */
  publish: number
}

export type DbtTimeoutsInput = {
  /** How long cloning the repository may take, in seconds. Default: 300. */
  clone?: number | null | undefined
  /** How long installing packages (`dbt deps`) may take, in seconds. Default: 600. */
  packages?: number | null | undefined
  /** How long reading the project (`dbt parse`) may take, in seconds. Default: 1800. */
  parse?: number | null | undefined
  /** How long asking the warehouse for types may take, in seconds. Default: 600. */
  catalog?: number | null | undefined
  /** How long making cubes may take, in seconds. Default: 300. */
  convert?: number | null | undefined
  /** How long compiling and committing may take, in seconds. Default: 600. */
  publish?: number | null | undefined
}

export type DeleteDbtIntegrationResponse = { success: boolean }

export type RotateDbtSshKeyResponse = { sshPublicKey: string }

export type RotateDbtWebhookSecretResponse = {
  /** A secret, shown this once. */
  webhookSecret: string
}

export type SetDbtIntegrationResponse = {
  integration: DbtIntegration
  /** A secret, shown this once. */
  webhookSecret?: string | null
}

export type TestDbtConnectionResponse = {
  isReachable: boolean
  /** `Repository is reachable`, or the cause in words with what to do. */
  message: string
  cause?: DbtConnectionCause | null
  branches: string[]
  defaultBranch?: string | null
  /** Whether the branch of the settings is among them. False may also mean that it names a tag. */
  hasBranch?: boolean | null
}

export type DeleteDbtIntegrationCall = { params: { deploymentId: number } }

export type GetDbtIntegrationCall = { params: { deploymentId: number } }

export type ReceiveDbtPushNoticeCall = { params: { deploymentId: number }; body: Record<string, unknown> }

export type RotateDbtSshKeyCall = {
  params: { deploymentId: number }
  /** Made by the client when left out. */
  idempotencyKey?: string | undefined
}

export type RotateDbtWebhookSecretCall = {
  params: { deploymentId: number }
  /** Made by the client when left out. */
  idempotencyKey?: string | undefined
}

export type SetDbtIntegrationCall = { params: { deploymentId: number }; body: DbtIntegrationInput }

export type TestDbtConnectionCall = { params: { deploymentId: number }; body: DbtConnectionInput }
