import type { revokeEmbedSession as contract } from '@facet/contract'
import { endSession, requireSessions } from '#access'
import { audited } from '#kernel/audit'
import type { Handler } from '#context'
import { findSession } from './registry-queries.ts'
import { isInRegistryScope } from './registry-scope.ts'
import { readRegistryId, sessionNotFound, sessionView } from './session-view.ts'

export const revokeEmbedSession: Handler<typeof contract> = async ({ params }, context) => {
  const access = requireSessions(context)
  const { bucket, id } = readRegistryId(params.embedSessionId)
  const found = await findSession(context.db, access, bucket, id)
  if (!found || !isInRegistryScope(access, found)) throw sessionNotFound(params.embedSessionId)
  await endSession(context.db, access, bucket, id)
  const row = await findSession(context.db, access, bucket, id)
  return audited(sessionView(row ?? found), [{ kind: 'embed_session', id: `${bucket}-${id}`, did: 'revoked' }])
}
