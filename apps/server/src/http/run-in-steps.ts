import { auditedAnswer, isAudited } from '#kernel/audit'
import type { ChangingContext, ReadingContext, Services } from '#context'
import { type Committed, commitIn, type Db, type Effect, inTransaction } from '#db'
import { type AnyHandler, type Call, handle, isWrite, type Outcome, outcomeOf, replayOf, requestContextOf } from './call.ts'
import { type HeldClaim, holdKey } from './held-claim.ts'
import { keyOf } from './idempotency.ts'
import { recordDone } from './trail.ts'

type Check = (db: Db) => Promise<void>

/** The one transaction that counts: what the operation is for, the audit entry, and the answer that repetitions get. */
const effectOf = (services: Services, call: Call, claim: HeldClaim | null, checks: Check[]): Effect => {
  let isTaken = false
  return async (work) => {
    if (isTaken) throw new Error(`${call.operation.id} has had its effect already.`)
    isTaken = true
    try {
      const committed = await commitIn(services.pool, call.caller.tenantId, async (db) => {
        for (const check of checks) await check(db)
        const value = await work(db)
        await call.confirm()
        const outcome = outcomeOf(await recordDone(db, call, value))
        if (claim && 'body' in outcome) await claim.settle(db, outcome.body.toString())
        return value
      })
      // Settled, it needs no hold; the work may go on behind it.
      claim?.end()
      call.releaseBody()
      return committed
    } catch (error) {
      // Undone, it may be tried again: a change that was overtaken is.
      isTaken = false
      throw error
    }
  }
}

const contextOf = (services: Services, call: Call, claim: HeldClaim | null): ReadingContext | ChangingContext => {
  const short =
    (access: 'read only' | 'read write') =>
    async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
      await call.confirm()
      return inTransaction(services.pool, call.caller.tenantId, access, work)
    }
  const checks: Check[] = []
  const reading: ReadingContext = {
    ...requestContextOf(services, call),
    ...services.contexts.reading,
    signal: claim ? AbortSignal.any([call.signal, claim.lost]) : call.signal,
    read: short('read only'),
    revalidate: (check) => void checks.push(check),
  }
  return isWrite(call)
    ? {
        ...reading,
        ...services.contexts.changing,
        step: short('read write'),
        effect: effectOf(services, call, claim, checks),
        servingProblem: services.servingProblem,
      }
    : reading
}

const answerOf = async (services: Services, handler: AnyHandler, call: Call, claim: HeldClaim | null): Promise<Outcome> => {
  const answer = await handle(handler, call, contextOf(services, call, claim))
  const outcome = outcomeOf(isAudited(call.operation) ? auditedAnswer(call.operation, (answer as Committed<unknown>).value).answer : answer)
  if (claim && 'body' in outcome) await claim.amend(outcome.body.toString())
  return outcome
}

/** Claim, work, effect: each transaction is over before anything outside of the database is waited for. */
export const runInSteps = async (services: Services, handler: AnyHandler, call: Call): Promise<Outcome> => {
  if (call.operation.streams) return { lines: handle(handler, call, contextOf(services, call, null)) as AsyncIterable<unknown> }
  const key = keyOf(call)
  if (!key) return answerOf(services, handler, call, null)
  const claim = await holdKey(services, key)
  if ('replay' in claim) return replayOf(claim.replay)
  try {
    return await answerOf(services, handler, call, claim)
  } catch (error) {
    await claim.free()
    throw error
  } finally {
    claim.end()
  }
}
