import { describe, expect, it, vi } from 'vitest'
import { createBulkhead, type BulkheadLimits } from '#limits'
import type { CostlyShare, EngineSlots } from './engine-slots.ts'
import { createPlaces } from './places.ts'

const patient = new AbortController().signal
const wide: BulkheadLimits = {
  what: 'requests',
  holder: 'tenant',
  capacity: 2,
  maxPerKey: 2,
  maxWaiting: 1,
  maxWaitingPerKey: 1,
  maxWaitMs: 1,
}

const given = () => {
  const leave = vi.fn<(isAbandoned?: boolean) => void>()
  const shares: CostlyShare[] = []
  const slots: EngineSlots = {
    tryEnter: (share) => {
      shares.push(share)
      return leave
    },
    enter: async (share) => {
      shares.push(share)
      return leave
    },
  }
  const [ofCaller, ofTenant] = [createBulkhead<number | string>(wide), createBulkhead<number>(wide)]
  return { leave, shares, ofCaller, ofTenant, places: createPlaces(ofCaller, slots, ofTenant) }
}

const entrant = { tenantId: 1, environmentId: 3, cost: 8 }
const frame = (embedTenantId?: number) => ({
  ...entrant,
  countedAs: {
    tenantId: 1,
    credentialId: 5,
    embed: { userId: 7, isInternal: false, ...(embedTenantId === undefined ? {} : { embedTenantId }) },
  },
})

describe('the place of a request', () => {
  it.each([
    ['the users of an embed tenant', frame(4), 'embed tenant 4', 'external 7'],
    ['a user without an embed tenant', frame(0), 'external 7', 'external 7'],
    ['a data token made in an embed session', frame(), 'external 7', 'external 7'],
    [
      'a token of the deployment',
      { ...entrant, countedAs: { tenantId: 1, credentialId: 'deployment 2 x' } },
      'deployment 2 x',
      'deployment 2 x',
    ],
  ])('takes slots of the engine for %s', async (_, asked, group, caller) => {
    const { places, shares } = given()
    places.tryEnter(asked)
    await places.enter(asked, patient)

    expect(shares).toEqual([
      { environmentId: 3, group, caller, cost: 8 },
      { environmentId: 3, group, caller, cost: 8 },
    ])
  })

  it('is given back whole, and says whether it was abandoned', async () => {
    const { places, leave, ofCaller, ofTenant } = given()
    places.tryEnter(frame())?.(true)
    const entered = await places.enter(frame(), patient)
    entered(false)

    expect(leave.mock.calls).toEqual([[true], [false]])
    expect([ofCaller.held(), ofTenant.held()]).toEqual([0, 0])
  })

  it('leaves nothing taken when the tenant has no room', async () => {
    const { places, leave, ofCaller, ofTenant } = given()
    ofTenant.tryEnter(1, 2)

    expect(places.tryEnter(frame())).toBeUndefined()
    await expect(places.enter(frame(), patient)).rejects.toMatchObject({ code: 'service_unavailable' })

    expect(leave).toHaveBeenCalledTimes(2)
    expect(ofCaller.held()).toBe(0)
  })
})
