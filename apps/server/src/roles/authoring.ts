import type { Services } from '#context'
import { removeExpiredBranches } from '#domains/modeling/branches'

const everyMs = 60_000

/** What a node does about the data models it owns when nobody asks. */
export const startAuthoring = ({ pool, calls, repositories, cluster, log }: Services): { stop: () => Promise<void> } => {
  const stopping = new AbortController()
  const { signal } = stopping
  let timer: NodeJS.Timeout | undefined
  let underWay: Promise<unknown> = Promise.resolve()
  const onProblem = (error: unknown): void => log.warn({ err: error }, 'an expired branch could not be removed')
  const isMine = (place: { tenantId: number; deploymentId: number }): boolean =>
    cluster.ownerOf(place.tenantId, place.deploymentId) === 'self'
  const again = (): void => {
    if (signal.aborted) return
    timer = setTimeout(() => {
      underWay = removeExpiredBranches({ pool, calls, repositories, isMine, signal, onProblem }).catch(onProblem).then(again)
    }, everyMs)
    timer.unref()
  }
  again()
  return {
    stop: async () => {
      stopping.abort(new Error('The process is stopping.'))
      clearTimeout(timer)
      await underWay
    },
  }
}
