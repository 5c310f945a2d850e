import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFunctionCalls, type FunctionCalls } from '#db'
import { openRelay, type Relay, useDatabase } from '#test'
import { createMinter, type MintItem } from './mint.ts'

const database = useDatabase()
let relay: Relay
let calls: FunctionCalls
let statements = 0

beforeAll(async () => {
  relay = await openRelay(database.serviceUrl)
  calls = createFunctionCalls(relay.url)
})
afterAll(async () => {
  await calls.close()
  await relay.close()
})

const itemFor = (visitor: number): MintItem => ({
  tenantId: 1,
  embedTenantId: 0,
  externalId: `visitor-${visitor}`,
  internalId: null,
  fingerprint: 'AA==',
  epochs: [1, 0],
  deploymentId: 1,
  apiKeyId: 1,
  isCreatorMode: false,
  document: {},
  email: null,
  displayName: null,
  picture: null,
  groupIds: null,
  embedGroupIds: null,
  tenantGroupIds: null,
  attributeValues: null,
  userLimit: 10,
})

it('refuses all 400 mints that wait for a database that went mute, and not one batch after another', async () => {
  const counting: FunctionCalls = {
    ...calls,
    call: (name, text, values) => {
      statements++
      return calls.call(name, text, values)
    },
  }
  const minter = createMinter(counting)
  await expect(minter.add(itemFor(0))).resolves.toEqual({ outcome: 'stale' })
  statements = 0
  relay.lose()

  const answers = await Promise.allSettled(Array.from({ length: 400 }, (_, visitor) => minter.add(itemFor(visitor))))

  for (const answer of answers) expect(answer).toMatchObject({ reason: { code: 'service_unavailable', status: 503, retryAfterSeconds: 1 } })
  expect(statements).toBe(1)
  relay.heal()
  await expect.poll(() => minter.add(itemFor(0)).catch(() => undefined), { timeout: 30_000 }).toEqual({ outcome: 'stale' })
})
