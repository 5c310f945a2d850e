import { afterAll, expect, it, vi } from 'vitest'
import { maxCallerBytes, writeCaller } from '#engine/hosting'
import { dataRefusalOf, givenDataApi, startStandInEngine, useServer } from '#test'

const engine = await startStandInEngine()
const server = useServer({}, { openGateway: engine.openGateway })
afterAll(engine.stop)

it('a context that is longer than an engine takes is refused by its own code, and holds nothing', async () => {
  const given = await givenDataApi(server)
  const { token } = await given.session()
  const { tryAcquire } = engine.engines
  // Groups and attributes have no limit together, and take long to make.
  engine.engines.tryAcquire = (environment) => {
    const lease = tryAcquire?.(environment)
    return lease && { ...lease, sign: ({ facet }) => writeCaller({ ctx: { note: 'x'.repeat(maxCallerBytes) }, facet }) }
  }

  const response = await given.ask('/cubejs-api/v1/load', { authorization: token })

  expect(await dataRefusalOf(response)).toMatchObject({ status: 400, code: 'security_context_too_large' })
  expect(engine.asked).toEqual([])
  await vi.waitFor(() => expect(engine.leases()).toBe(0))
})
