import type { Services, Task } from '#context'
import { removeExpiredBranches } from '#domains/modeling/branches'
import { collectObjects, createRetries, removeExpiredUploads, type RepositoryId } from '#engine/modeling'

/** Whether this node acts on the repository: one alone does. */
const ownedBy =
  ({ cluster }: Services) =>
  ({ tenantId, deploymentId }: RepositoryId): boolean =>
    cluster.ownerOf(tenantId, deploymentId) === 'self'

export const tasks: readonly Task[] = [
  {
    name: 'remove expired branches',
    everyMs: 60_000,
    role: 'authoring',
    start: (services) => {
      const { pool, calls, repositories, log } = services
      const onProblem = (error: unknown): void => log.warn({ err: error }, 'an expired branch could not be removed')
      return (signal) => removeExpiredBranches({ pool, calls, repositories, isMine: ownedBy(services), signal, onProblem })
    },
  },
  {
    name: 'retry pushes',
    everyMs: 15_000,
    role: 'authoring',
    start: (services) => {
      const { pool, calls, pushes, pushBacklog, log } = services
      const onProblem = (error: unknown): void => log.warn({ err: error }, 'a push that is due could not be tried again')
      const retry = createRetries({ pool, calls, pushes, isMine: ownedBy(services), onProblem })
      return () => retry().then(pushBacklog.refresh)
    },
  },
  {
    name: 'remove unreferenced objects',
    everyMs: 60_000,
    role: 'authoring',
    start:
      ({ calls, objects }) =>
      async (signal) => {
        await removeExpiredUploads(calls)
        while (!signal.aborted && (await collectObjects(calls, objects, signal)) > 0);
      },
  },
]
