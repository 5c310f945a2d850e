import type { getEmbedSession as contract } from '@facet/contract'
import { requireSessions } from '#access'
import type { Handler } from '#context'
import { contextGroupsOf, userAttributesOf } from '#domains/embed/security-context'
import { findSession } from './registry-queries.ts'
import { isInRegistryScope } from './registry-scope.ts'
import { readRegistryId, sessionNotFound, sessionView } from './session-view.ts'

const objectIn = (document: Record<string, unknown>, name: string): Record<string, unknown> =>
  (document[name] as Record<string, unknown> | undefined) ?? {}

export const getEmbedSession: Handler<typeof contract> = async ({ params }, context) => {
  const access = requireSessions(context)
  const { bucket, id } = readRegistryId(params.embedSessionId)
  const row = await findSession(context.db, access, bucket, id)
  if (!row || !isInRegistryScope(access, row)) throw sessionNotFound(params.embedSessionId)
  return {
    ...sessionView(row),
    secondUseAt: row.second_use_at?.toISOString() ?? null,
    groups: row.identity ? contextGroupsOf(row.identity) : [],
    userAttributes: row.identity ? userAttributesOf(row.identity) : {},
    securityContext: objectIn(row.document, 'securityContext'),
    settings: objectIn(row.document, 'settings'),
  }
}
