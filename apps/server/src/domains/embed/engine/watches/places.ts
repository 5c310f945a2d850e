import { Failure } from '#kernel/failure'

export type PlaceLimits = { perNode: number; perTenant: number; perUser: number }

/** Who takes a place, and how it gives way to a newer stream of the same grant. */
export type Holder = { tenantId: number; user: string; grantId: number; giveWay: () => void }

export type Places = {
  /** Until what it returns is called. Refuses where the user, the tenant or the node has no place left. */
  take: (holder: Holder) => () => void
  count: () => number
}

const retryAfterSeconds = 10

const refusal = (whose: string, limit: number): Failure =>
  new Failure(
    'too_many_streams',
    `${whose} has ${limit} streams open at this node, which is the limit. Close those that nobody reads, or open this one later.`,
    { retryAfterSeconds },
  )

/**
 * How many streams are held open. A connection that broke without a word is noticed late, so a token whose user has no place left takes
 * that of its own oldest stream; nobody takes another's.
 */
export const createPlaces = ({ perNode, perTenant, perUser }: PlaceLimits): Places => {
  const byUser = new Map<string, Holder[]>()
  const byTenant = new Map<number, number>()
  let all = 0

  const makeRoom = (held: readonly Holder[], grantId: number): void => {
    const oldest = held.find((holder) => holder.grantId === grantId)
    if (!oldest) throw refusal('This user', perUser)
    oldest.giveWay()
  }

  const release = (key: string, holder: Holder): void => {
    const held = byUser.get(key)
    const at = held?.indexOf(holder) ?? -1
    if (!held || at < 0) return
    held.splice(at, 1)
    if (held.length === 0) byUser.delete(key)
    const left = (byTenant.get(holder.tenantId) ?? 1) - 1
    if (left === 0) byTenant.delete(holder.tenantId)
    else byTenant.set(holder.tenantId, left)
    all--
  }

  return {
    take: (holder) => {
      const key = `${holder.tenantId} ${holder.user}`
      const held = byUser.get(key) ?? []
      if (held.length >= perUser) makeRoom(held, holder.grantId)
      const ofTenant = byTenant.get(holder.tenantId) ?? 0
      if (ofTenant >= perTenant) throw refusal('This tenant', perTenant)
      if (all >= perNode) throw refusal('All of this service', perNode)
      byUser.set(key, held)
      held.push(holder)
      byTenant.set(holder.tenantId, ofTenant + 1)
      all++
      return () => release(key, holder)
    },
    count: () => all,
  }
}
