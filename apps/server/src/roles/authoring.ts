import type { Services } from '#context'
import { removeExpiredBranches } from '#domains/modeling/branches'
import { createRetries } from '#domains/modeling/connected-remote'

/** How long after one look comes the next. */
const usual = { expiryMs: 60_000, pushesMs: 15_000 }

/** What a node does about the data models it owns when nobody asks. */
export const startAuthoring = (
  { pool, calls, repositories, pushes, pushBacklog, cluster, servingProblem, log }: Services,
  { expiryMs, pushesMs } = usual,
): { stop: () => Promise<void> } => {
  const stopping = new AbortController()
  const { signal } = stopping
  const onProblem = (what: string) => (error: unknown) => log.warn({ err: error }, what)
  const isMine = (place: { tenantId: number; deploymentId: number }): boolean =>
    cluster.ownerOf(place.tenantId, place.deploymentId) === 'self'

  /** Not on a database that is not served: it may be a copy, and what it asks for is the original's to do. */
  const whileServing = async (work: () => Promise<unknown>): Promise<void> => {
    if ((await servingProblem()) === null) await work()
  }

  const expiry = onProblem('an expired branch could not be removed')
  const stopExpiry = repeat(signal, expiryMs, () =>
    whileServing(() => removeExpiredBranches({ pool, calls, repositories, isMine, signal, onProblem: expiry })).catch(expiry),
  )
  const retries = onProblem('a push that is due could not be tried again')
  const retryPushes = createRetries({ pool, calls, pushes, isMine, onProblem: retries })
  const stopPushes = repeat(signal, pushesMs, () => whileServing(() => retryPushes().then(pushBacklog.look)).catch(retries))
  return {
    stop: async () => {
      stopping.abort(new Error('The process is stopping.'))
      await Promise.all([stopExpiry(), stopPushes()])
    },
  }
}

/** Does it again and again, each time so long after the last one ended. What it gives waits for the one under way. */
const repeat = (signal: AbortSignal, everyMs: number, work: () => Promise<unknown>): (() => Promise<void>) => {
  let timer: NodeJS.Timeout | undefined
  let underWay: Promise<unknown> = Promise.resolve()
  const again = (): void => {
    if (signal.aborted) return
    timer = setTimeout(() => {
      underWay = work().then(again)
    }, everyMs)
    timer.unref()
  }
  again()
  return async () => {
    clearTimeout(timer)
    await underWay
  }
}
