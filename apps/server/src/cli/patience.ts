import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseOutage, type FunctionCalls, type Pool } from '#db'
import { hasCode } from '#kernel/system-errors'
import type { Say } from './command.ts'
import { withProgress } from './progress.ts'

const maxWaitMs = 60_000
const betweenMs = 1000

const causeOf = (error: unknown): unknown => (error instanceof DatabaseOutage ? error.cause : error)

// Every connection is taken, or the database is about to be there. Nothing was done yet, so the same can be asked again.
const isFull = (error: unknown): boolean => hasCode(causeOf(error), '53300', '57P03')

/** A lock, or the end of a statement that waits for one, did not come in time. */
export const isHeldByOthers = (error: unknown): boolean => hasCode(causeOf(error), '55P03', '57014')

/** Asks again while the database is full, and says that it is waited for. */
const patiently = <T>(tell: Say, ask: () => Promise<T>): Promise<T> =>
  withProgress(
    tell,
    () => 'waiting for the database, which is busy',
    async () => {
      const untilMs = performance.now() + maxWaitMs
      for (;;)
        try {
          return await ask()
        } catch (error) {
          if (!isFull(error) || performance.now() > untilMs) throw error
          await pause(betweenMs)
        }
    },
  )

export const patientCalls = (calls: FunctionCalls, tell: Say): FunctionCalls => ({
  ...calls,
  call: (name, text, values) => patiently(tell, () => calls.call(name, text, values)),
})

/** Only until a transaction has begun: what fails in it has been undone, and whoever began it knows what to do again. */
export const patientPool = (pool: Pool, tell: Say): Pool => {
  const begin = pool.begin.bind(pool)
  return Object.assign(pool, { begin: (...asked: Parameters<typeof begin>) => patiently(tell, () => begin(...asked)) })
}
