import { accessOfNode } from '#access/node'
import type { RepositoryId } from '../repositories/index.ts'
import type { Pushes } from './pushes.ts'
import { type FunctionCalls, inTransaction, type Pool } from '#db'
import { claimPush } from './push-queries.ts'

export type RetryParts = {
  pool: Pool
  calls: FunctionCalls
  pushes: Pick<Pushes, 'push'>
  /** Whether this node acts on the repository; otherwise another one does. */
  isMine: (repositoryId: RepositoryId) => boolean
  /** Told of a push that could not be taken on. The others are. */
  onProblem: (error: unknown) => void
}

type Due = {
  tenant_id: number
  deployment_id: number
  id: number
  name: string
  turn: number
  place: number
  due_at: string
  is_unreachable: boolean
}
type Running = { tenantId: number; isUnreachable: boolean }

// Each page sorts all that is due.
const pageSize = 500
// Of more tenants nobody needs to know who was last: those that are forgotten come first.
const maxRemembered = 1000

// A remote that hangs keeps one of them for minutes, and a tenant may have many such. Those that could not be reached the last time leave
// places for the others.
const maxRunning = 8
const maxRunningOfTenant = 2
const maxRunningUnreachable = 4

/** Takes on the pushes that are due and this node's to try, as many as it may; gives them as they go on, since a remote may take long. */
export const createRetries = ({ pool, calls, pushes, isMine, onProblem }: RetryParts): (() => Promise<Promise<unknown>[]>) => {
  const running = new Map<Promise<unknown>, Running>()
  const count = (isCounted: (one: Running) => boolean): number => [...running.values()].filter(isCounted).length
  const isFull = (tenantId: number): boolean => count((one) => one.tenantId === tenantId) >= maxRunningOfTenant
  const hasRoom = ({ tenant_id: tenantId, is_unreachable: isUnreachable }: Due): boolean =>
    running.size < maxRunning && !isFull(tenantId) && !(isUnreachable && count((one) => one.isUnreachable) >= maxRunningUnreachable)

  // In the order in which they were last tried.
  const tried = new Set<number>()
  const remember = (tenantId: number): void => {
    tried.delete(tenantId)
    tried.add(tenantId)
    for (const oldest of tried) if (tried.size > maxRemembered) tried.delete(oldest)
  }

  const begin = (repositoryId: RepositoryId, { id, name, is_unreachable: isUnreachable }: Due): Promise<unknown> => {
    const push = pushes.push(repositoryId, { id, name }).finally(() => running.delete(push))
    remember(repositoryId.tenantId)
    running.set(push, { tenantId: repositoryId.tenantId, isUnreachable })
    return push
  }

  const list = (last: Due | undefined, order: readonly number[], without: ReadonlySet<number>): Promise<Due[]> =>
    calls.call<Due>(
      'list-due-pushes',
      `select tenant_id, deployment_id, id, name, turn, place, due_at, is_unreachable from facet_list_due_pushes(p_limit => $1,
        p_after_turn => $2, p_after_place => $3, p_after => $4, p_after_id => $5, p_tried => $6, p_without => $7)`,
      [pageSize, last?.turn ?? 0, last?.place ?? 0, last?.due_at ?? '-infinity', last?.id ?? 0, order, [...without]],
    )

  return async () => {
    const begun: Promise<unknown>[] = []
    const skipped = new Set([...running.values()].map(({ tenantId }) => tenantId).filter(isFull))
    const take = async (due: Due): Promise<void> => {
      const repositoryId = { tenantId: due.tenant_id, deploymentId: due.deployment_id }
      if (skipped.has(repositoryId.tenantId) || !isMine(repositoryId) || !hasRoom(due)) return
      try {
        if (await inTransaction(pool, repositoryId.tenantId, 'read write', (db) => claimPush(db, accessOfNode(repositoryId), due.id)))
          begun.push(begin(repositoryId, due))
      } catch (error) {
        // Its others would fare no better now, and each of them would be waited for.
        skipped.add(repositoryId.tenantId)
        onProblem(error)
      }
      if (isFull(repositoryId.tenantId)) skipped.add(repositoryId.tenantId)
    }
    // As it is now for all pages: one goes on where the last one ended.
    const order = [...tried]
    let page: Due[] = []
    do {
      page = await list(page.at(-1), order, skipped)
      for (const due of page) await take(due)
    } while (page.length === pageSize && running.size < maxRunning)
    return begun
  }
}
