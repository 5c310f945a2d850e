export type WatchedGrant = { tenantId: number; bucket: number; grantId: number }

export type GrantState = 'valid' | 'revoked' | 'expired' | 'disabled'

/** Whether grants of one tenant hold, in the order in which they were asked about. */
export type JudgeGrants = (tenantId: number, grants: readonly WatchedGrant[]) => Promise<GrantState[]>

export type GrantChecks<Grant> = {
  /** Soon, and again if it is under way: what it finds may be from before. */
  add: (grant: Grant) => void
  remove: (grant: Grant) => void
  isWaiting: (grant: Grant) => boolean
  /** Tries again what could not be asked. */
  resume: () => void
}

// Some tens of milliseconds of the database; others have their turn in between.
const maxAtOnce = 250

/** Asks about many grants with few statements: whatever ends in a tenant can concern all that are watched there. Tenants take turns. */
export const createGrantChecks = <Grant extends WatchedGrant>(
  judge: JudgeGrants,
  judged: (grant: Grant, state: GrantState) => void,
  onProblem: (error: unknown) => void,
): GrantChecks<Grant> => {
  const waiting = new Map<number, Set<Grant>>()
  let isRunning = false
  let hasFailed = false
  /** Those that are being asked about and still wanted. */
  let asked = new Set<Grant>()

  const add = (grant: Grant): void => {
    const grants = waiting.get(grant.tenantId)
    if (grants) grants.add(grant)
    else waiting.set(grant.tenantId, new Set([grant]))
  }
  const remove = (grant: Grant): void => {
    const grants = waiting.get(grant.tenantId)
    grants?.delete(grant)
    if (grants?.size === 0) waiting.delete(grant.tenantId)
    asked.delete(grant)
  }
  /** Off the list before they are asked about, so that what is told of meanwhile puts them there again. */
  const takeTurn = (tenantId: number, grants: Set<Grant>): Grant[] => {
    waiting.delete(tenantId)
    const turn = [...grants].slice(0, maxAtOnce)
    for (const grant of turn) grants.delete(grant)
    if (grants.size > 0) waiting.set(tenantId, grants)
    return turn
  }
  const run = async (): Promise<void> => {
    for (let next = waiting.entries().next(); !next.done; next = waiting.entries().next()) {
      const [tenantId, grants] = next.value
      const turn = takeTurn(tenantId, grants)
      asked = new Set(turn)
      try {
        const states = await judge(tenantId, turn)
        hasFailed = false
        for (const [place, grant] of turn.entries()) judged(grant, states[place] ?? 'revoked')
      } catch (error) {
        // They stay on the list, and are told nothing until the database answers. It is asked every second: once is enough said of it.
        if (!hasFailed) onProblem(error)
        hasFailed = true
        for (const grant of asked) add(grant)
        return
      }
    }
  }
  const resume = (): void => {
    if (isRunning) return
    isRunning = true
    // What comes in the same moment is asked about together.
    setImmediate(() => void run().finally(() => (isRunning = false)))
  }
  return {
    add: (grant) => {
      add(grant)
      resume()
    },
    remove,
    isWaiting: (grant) => waiting.get(grant.tenantId)?.has(grant) ?? false,
    resume,
  }
}
