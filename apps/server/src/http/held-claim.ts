import type { Services } from '#context'
import { type Db, inTransaction } from '#db'
import { claimKey, getKeptAnswer, type IdempotencyKey, keepAnswer, takenOver } from './idempotency.ts'
import { removeClaim, renewClaim } from './idempotency-queries.ts'

/** The hold that an operation in steps has on its Idempotency-Key. */
export type HeldClaim = {
  /** Aborts when a repetition has taken the key over: what this request would do is not wanted any more. */
  lost: AbortSignal
  /** In the transaction of the effect, which so becomes what every repetition hears of. */
  settle: (db: Db, response: string) => Promise<void>
  /** Keeps what is answered in the end in place of what was settled: what came after the effect may have made it another. */
  amend: (response: string) => Promise<void>
  /** The request failed: the key is free again, unless it was settled all the same. */
  free: () => Promise<void>
  /** Nobody works on it any more. */
  end: () => void
}

// Long enough for a process that is slow, short enough for whoever repeats the request of one that is gone.
const heldSeconds = 10
const renewEveryMs = 3000

/**
 * Claims a key in a transaction of its own, so that none is open while the operation works. The claim holds for some seconds by
 * the clock of the database, and is renewed while the work goes on: when the process dies, a repetition takes the key over.
 */
export const holdKey = async (
  { pool, calls, keyRing, log }: Pick<Services, 'pool' | 'calls' | 'keyRing' | 'log'>,
  key: IdempotencyKey,
): Promise<HeldClaim | { replay: string }> => {
  const { scope } = key
  const inOwn = <T>(work: (db: Db) => Promise<T>): Promise<T> => inTransaction(pool, scope.tenant_id, 'read write', work)
  const taken = await inOwn(async (db) => {
    const claimId = await claimKey(db, key, heldSeconds)
    return claimId === undefined ? { replay: await getKeptAnswer(db, keyRing, key) } : { claimId }
  })
  if (taken.claimId === undefined) return { replay: taken.replay }

  const { claimId } = taken
  const losing = new AbortController()
  const renew = async (): Promise<void> => {
    if (!(await renewClaim(calls, scope, claimId, heldSeconds))) losing.abort(takenOver())
  }
  // Nothing breaks: without the claim the effect comes to nothing, and then a repetition has taken it over.
  const onProblem = (what: string) => (error: unknown) => log.warn({ err: error }, `the claim of an Idempotency-Key could not be ${what}`)
  const timer = setInterval(() => void renew().catch(onProblem('renewed')), renewEveryMs)
  timer.unref()

  let settled: string | undefined
  return {
    lost: losing.signal,
    settle: (db, response) => {
      settled = response
      return keepAnswer(db, keyRing, key, claimId, response)
    },
    amend: async (response) => {
      if (settled === undefined || settled === response) return
      await inOwn((db) => keepAnswer(db, keyRing, key, claimId, response)).catch(onProblem('amended'))
    },
    free: () => inOwn((db) => removeClaim(db, scope, claimId)).then(() => undefined, onProblem('freed')),
    end: () => clearInterval(timer),
  }
}
