import type { listEmbedSessions as contract } from '@facet/contract'
import { requireSessions, type SessionsAccess } from '#access'
import type { Db } from '#db'
import type { Handler, Input } from '#context'
import { keysetPage } from '#kernel/paging'
import { findEmbedTenantId, findExternalUserId, listSessionsBefore, type SessionFilter, type SessionRow } from './registry-queries.ts'
import { sessionView } from './session-view.ts'

const order = { list: 'listEmbedSessions', shape: ['number'] as const, sortKey: (row: SessionRow) => [row.id] }

/** The filter by ids, or nothing when a name in it is nobody's: then no session can fit. */
const filterOf = async (db: Db, access: SessionsAccess, query: Input<typeof contract>['query']): Promise<SessionFilter | null> => {
  const embedTenantId = query.embedTenantName == null ? null : await findEmbedTenantId(db, access, query.embedTenantName)
  if (embedTenantId === undefined) return null
  const named = query.externalId == null ? null : await findExternalUserId(db, access, embedTenantId ?? 0, query.externalId)
  if (named === undefined || (named !== null && query.userId != null && query.userId !== named)) return null
  return {
    userId: named ?? query.userId ?? null,
    embedTenantId,
    deploymentId: query.deploymentId ?? null,
    apiKeyId: query.apiKeyId ?? null,
    state: query.state ?? null,
  }
}

export const listEmbedSessions: Handler<typeof contract> = async ({ query }, context) => {
  const access = requireSessions(context)
  const filter = await filterOf(context.db, access, query)
  return keysetPage(
    query,
    order,
    async (after, limit) => (filter ? listSessionsBefore(context.db, access, filter, after?.[0] ?? Number.MAX_SAFE_INTEGER, limit) : []),
    sessionView,
  )
}
