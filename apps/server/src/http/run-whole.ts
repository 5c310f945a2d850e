import type { Context, Services } from '#context'
import { inTransaction } from '#db'
import { type AnyHandler, type Call, handle, isWrite, type Outcome, outcomeOf, replayOf, requestContextOf } from './call.ts'
import { claimKey, getKeptAnswer, keepAnswer, keyOf } from './idempotency.ts'
import { recordDone } from './trail.ts'

/** In one transaction: claim, work, audit entry and kept answer are committed together, before anything is answered. */
export const runWhole = (services: Services, handler: AnyHandler, call: Call): Promise<Outcome> => {
  const { pool, keyRing } = services
  return inTransaction(pool, call.caller.tenantId, isWrite(call) ? 'read write' : 'read only', async (db) => {
    const key = keyOf(call)
    const claimId = key ? await claimKey(db, key) : undefined
    if (key && claimId === undefined) return replayOf(await getKeptAnswer(db, keyRing, key))
    const context: Context = { ...requestContextOf(services, call), db }
    const answer = await handle(handler, call, context)
    if (isWrite(call)) await call.confirm()
    const outcome = outcomeOf(await recordDone(db, call, answer))
    if (key && claimId !== undefined && 'body' in outcome) await keepAnswer(db, keyRing, key, claimId, outcome.body.toString())
    return outcome
  })
}
