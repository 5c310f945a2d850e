import { eachOf } from '../each-of.ts'
import { type Embedding, placeOf } from '../embedding.ts'
import type { FacetProcess, Installation } from '../installation.ts'
import type { Minted } from './minters.ts'

export type SessionLoss = {
  minted: number
  exchanged: number
  /** Confirmed sessions that cannot be exchanged and were not. */
  lostMints: number
  /** Confirmed exchanges that can be repeated. */
  exchangedTwice: number
  /** Confirmed exchanges whose token has no grant. */
  lostGrants: number
  refusedTokens: number
}

/** Exchanges every confirmed session again: waiting sessions must work once, exchanged ones not at all. */
export const countLostSessions = async (
  installation: Installation,
  embedding: Embedding,
  server: FacetProcess,
  minted: Minted[],
): Promise<SessionLoss> => {
  // Sessions must not expire before they are counted.
  await installation.sql("update embed_sessions set expires_at = now() + interval '5 minutes' where tenant_id = $1", [
    embedding.tenant.tenantId,
  ])
  const exchanged = minted.flatMap(({ sessionId, token }) => (token === null ? [] : [{ sessionId, token }]))
  const rows = await installation.sql<{ id: string }>('select id from embed_grants where tenant_id = $1', [embedding.tenant.tenantId])
  const grants = new Set(rows.map(({ id }) => Number(id)))
  const again = await eachOf(minted, 32, ({ sessionId }) => embedding.exchange(server, sessionId))
  const used = await eachOf(exchanged, 32, ({ token }) => embedding.use(server, token))
  const count = (isCounted: (one: Minted, status: number, code: string) => boolean): number =>
    minted.filter((one, index) => isCounted(one, again[index]?.status ?? 0, again[index]?.code ?? '')).length
  return {
    minted: minted.length,
    exchanged: exchanged.length,
    lostMints: count(
      ({ token, isTried }, status, code) => token === null && status !== 200 && !(isTried && status === 401 && code === 'session_used'),
    ),
    exchangedTwice: count(({ token }, status, code) => token !== null && !(status === 401 && code === 'session_used')),
    lostGrants: exchanged.filter(({ sessionId }) => !grants.has(placeOf(sessionId).id)).length,
    refusedTokens: used.filter(({ status }) => status !== 200).length,
  }
}
