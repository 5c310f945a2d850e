import { maxQueryCost } from '#kernel/query-cost'
import type { BulkheadLimits, Release } from '#limits'
import { createEngineShares, type Share } from './engine-shares.ts'

/** A request, and the time that its planning takes in units of a small query. */
export type CostlyShare = Share & { cost: number }

/** Gives the slots back. Abandoned: the engine may still be planning the request, although nobody waits for it. */
export type LeaveEngine = (isAbandoned?: boolean) => void

export type EngineSlots = {
  /** Without waiting: nothing where `enter` would wait. */
  tryEnter: (share: CostlyShare) => LeaveEngine | undefined
  enter: (share: CostlyShare, signal: AbortSignal) => Promise<LeaveEngine>
}

const waits = { maxWaiting: 16_384, maxWaitingPerKey: 1024, maxWaitMs: 5000 }

const limitsOf = (what: string, perCaller: number, perGroup: number, capacity: number): [BulkheadLimits, BulkheadLimits] => [
  { what: `${what} of this engine`, holder: 'user or token', capacity: Infinity, maxPerKey: perCaller, ...waits },
  { what: `${what} of this engine`, holder: 'embed tenant', capacity, maxPerKey: perGroup, ...waits },
]

/** Requests that an engine works on or that wait for its warehouse. */
const openLimits = limitsOf('requests', 16, 32, 64)

/** One of the largest queries of each group. An engine that is asked small ones by many groups is not held up. */
const planningLimits = limitsOf('planning slots', maxQueryCost, maxQueryCost, 8 * maxQueryCost)

// Ten times what planning takes on an idle machine.
const planningMsPerUnit = 250

/**
 * Admission to engines. An engine plans queries one after another, so what it was given already is how long everybody else waits: planning
 * slots are taken by cost, until the engine answers or planning must be over. Per node: with several gateways a caller has its slots on each.
 */
export const createEngineSlots = (): EngineSlots => {
  const [open, planning] = [createEngineShares(...openLimits), createEngineShares(...planningLimits)]

  const leaveOf = ({ cost }: CostlyShare, leaveOpen: Release, leavePlanning: Release): LeaveEngine => {
    const timer = setTimeout(() => leavePlanning(), cost * planningMsPerUnit).unref()
    return (isAbandoned = false) => {
      leaveOpen()
      // A caller that abandons its requests must not get more of the engine than one that waits.
      if (isAbandoned) return
      clearTimeout(timer)
      leavePlanning()
    }
  }

  return {
    tryEnter: (share) => {
      const leaveOpen = open.tryEnter(share, 1)
      const leavePlanning = leaveOpen && planning.tryEnter(share, share.cost)
      if (leaveOpen && leavePlanning) return leaveOf(share, leaveOpen, leavePlanning)
      leaveOpen?.()
      return undefined
    },
    enter: async (share, signal) => {
      const leaveOpen = await open.enter(share, 1, signal)
      try {
        return leaveOf(share, leaveOpen, await planning.enter(share, share.cost, signal))
      } catch (error) {
        leaveOpen()
        throw error
      }
    },
  }
}
