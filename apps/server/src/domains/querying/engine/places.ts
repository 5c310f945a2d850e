import { type CountedCaller, ownKeyOf } from '#access'
import type { Bulkhead } from '#limits'
import type { CostlyShare, EngineSlots, LeaveEngine } from './engine-slots.ts'

type Entrant = {
  tenantId: number
  countedAs: CountedCaller
  environmentId: number
  /** The time that the engine needs to plan the request, in units of a small query. */
  cost: number
}

/** Admission to engines: how many requests run at once, shared between tenants, and on each engine between embed tenants and callers. */
export type Places = {
  /** Without waiting: nothing where `enter` would wait. */
  tryEnter: (entrant: Entrant) => LeaveEngine | undefined
  enter: (entrant: Entrant, signal: AbortSignal) => Promise<LeaveEngine>
}

/** The users of an embed tenant share what it has. Any other caller stands for itself. */
const groupOf = (caller: CountedCaller): string => {
  const { embedTenantId = 0 } = caller.embed ?? {}
  return embedTenantId === 0 ? String(ownKeyOf(caller)) : `embed tenant ${embedTenantId}`
}

const shareOf = ({ countedAs, environmentId, cost }: Entrant): CostlyShare => ({
  environmentId,
  group: groupOf(countedAs),
  caller: String(ownKeyOf(countedAs)),
  cost,
})

/** From the narrowest share to the widest: a request that waits for its own share must not hold a place that others could use. */
export const createPlaces = (ofCaller: Bulkhead<number | string>, slots: EngineSlots, ofTenant: Bulkhead<number>): Places => ({
  tryEnter: (entrant) => {
    const own = ofCaller.tryEnter(ownKeyOf(entrant.countedAs))
    const slot = own && slots.tryEnter(shareOf(entrant))
    const shared = slot && ofTenant.tryEnter(entrant.tenantId)
    if (own && slot && shared)
      return (isAbandoned) => {
        shared()
        slot(isAbandoned)
        own()
      }
    slot?.()
    own?.()
    return undefined
  },
  enter: async (entrant, signal) => {
    const held: LeaveEngine[] = []
    const leave: LeaveEngine = (isAbandoned) => {
      for (const give of held.toReversed()) give(isAbandoned)
    }
    try {
      const own = await ofCaller.enter(ownKeyOf(entrant.countedAs), { signal })
      held.push(() => own())
      held.push(await slots.enter(shareOf(entrant), signal))
      const shared = await ofTenant.enter(entrant.tenantId, { signal })
      held.push(() => shared())
      return leave
    } catch (error) {
      leave()
      throw error
    }
  },
})
