// Generated from packages/contract by pnpm generate. Do not edit.

import type { PageInfo } from './shared.ts'

export type ActorKind = 'user' | 'service_account' | 'operator' | 'remote' | 'node'

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
  targetKind?: string | null
  targetId?: string | null
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

export type ExportAuditLogsQuery = {
  /** Entries at or after this time. */
  from?: string | undefined
  /** Entries before this time. */
  to?: string | undefined
  operation?: string | undefined
  outcome?: AuditOutcome | undefined
  actorId?: number | undefined
  targetKind?: string | undefined
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
  targetKind?: string | undefined
  targetId?: string | undefined
  /** Page size, 100 when left out; more than 1000 gives 1000. */
  first?: number | undefined
  /** The `pageInfo.endCursor` of the page before. Opaque. */
  after?: string | undefined
}

export type ListAuditLogsCall = { query?: ListAuditLogsQuery | undefined }
