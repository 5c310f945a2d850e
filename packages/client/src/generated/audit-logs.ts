// Generated from packages/contract by pnpm generate. Do not edit.

import type { PageInfo } from './shared.ts'

export type ActorKind = 'user' | 'service_account' | 'external_user' | 'operator' | 'remote' | 'node'

export type AuditEntry = {
  id: number
  at: string
  /** Operation id, or the command of the operator. */
  operation: string
  outcome: AuditOutcome
  actorKind: ActorKind
  actorId?: number | null
  actorName: string
  credentialId?: number | null
  /** Of the first of `targets`. */
  targetKind?: string | null
  /** Of the first of `targets`. */
  targetId?: string | null
  /**
   * What was touched and what was done to each; none where nothing was there to change. The list shows the first 20, the
   * export all.
   */
  targets: AuditTarget[]
  /** How many targets the entry has. */
  targetCount: number
  requestId?: string | null
  /** Why it was refused. */
  failureCode?: string | null
}

export type AuditLogsListResponse = {
  items: AuditEntry[]
  /** The same as `items`, for older clients. */
  data: AuditEntry[]
  pageInfo: PageInfo
}

export type AuditOutcome = 'done' | 'refused'

export type AuditTarget = {
  kind: AuditTargetKind
  /**
   * The id; the name of an embed tenant, a branch or a variable; the hash of a commit; for a data model, a remote or a dbt
   * integration the id of the deployment. Of a refused request, what its path says: a slug, a public id or the number of a
   * version too.
   */
  id: string
  did?: AuditVerb | null
}

export type AuditTargetKind =
  | 'api_key'
  | 'branch'
  | 'commit'
  | 'dashboard'
  | 'dashboard_version'
  | 'data_model'
  | 'dbt_integration'
  | 'dbt_sync'
  | 'deployment'
  | 'embed_session'
  | 'embed_tenant'
  | 'env_variable'
  | 'environment'
  | 'external_user'
  | 'folder'
  | 'group'
  | 'remote'
  | 'report'
  | 'service_account'
  | 'tenant'
  | 'upload'
  | 'user'
  | 'user_attribute'
  | 'workbook'

/** What was done to it. Left out: it is where this was done, or what a refused request aimed at. */
export type AuditVerb =
  | 'created'
  | 'updated'
  | 'deleted'
  | 'unchanged'
  | 'activated'
  | 'deactivated'
  | 'promoted'
  | 'demoted'
  | 'added'
  | 'removed'
  | 'assigned'
  | 'cleared'
  | 'revoked'
  | 'sessions_ended'
  | 'entered'
  | 'left'
  | 'merged'
  | 'pushed'
  | 'pulled'
  | 'connected'
  | 'disconnected'
  | 'tested'
  | 'cancelled'
  | 'moved'
  | 'published'
  | 'restored'
  | 'shared'
  | 'unshared'
  | 'transferred'

export type ExportAuditLogsQuery = {
  /** Entries at or after this time. */
  from?: string | undefined
  /** Entries before this time. */
  to?: string | undefined
  operation?: string | undefined
  outcome?: AuditOutcome | undefined
  actorId?: number | undefined
  /** Entries of which a target is of this kind. */
  targetKind?: string | undefined
  /** Entries of which a target has this id; with `targetKind` the same one. */
  targetId?: string | undefined
}

export type ExportAuditLogsCall = { query?: ExportAuditLogsQuery | undefined }

export type ListAuditLogsQuery = {
  /** Entries at or after this time. */
  from?: string | undefined
  /** Entries before this time. */
  to?: string | undefined
  operation?: string | undefined
  outcome?: AuditOutcome | undefined
  actorId?: number | undefined
  /** Entries of which a target is of this kind. */
  targetKind?: string | undefined
  /** Entries of which a target has this id; with `targetKind` the same one. */
  targetId?: string | undefined
  /** Page size, 100 when left out; more than 1000 gives 1000. */
  first?: number | undefined
  /** The `pageInfo.endCursor` of the page before. Opaque. */
  after?: string | undefined
}

export type ListAuditLogsCall = { query?: ListAuditLogsQuery | undefined }
