import { describe, expect, it } from 'vitest'
import { openEngine } from './open.ts'

/** How many of these tenants' imports are under way when none of them ends. */
const underWay = async (poolSize: number, tenantIds: number[]): Promise<number[]> => {
  const { importTurns } = openEngine({ config: { poolSize } }).contexts.reading
  const entered: number[] = []
  const { promise: end, resolve } = Promise.withResolvers<undefined>()
  const all = tenantIds.map((tenantId) =>
    importTurns.run(tenantId, async () => {
      entered.push(tenantId)
      await end
    }),
  )
  await new Promise(setImmediate)
  const found = [...entered]
  resolve(undefined)
  await Promise.all(all)
  expect(entered).toHaveLength(tenantIds.length)
  return found
}

describe('the turns of imports', () => {
  it.each([
    [1, 1],
    [10, 2],
    [50, 10],
  ])('leave four of five connections of %i to everybody else', async (poolSize, expected) => {
    expect(
      await underWay(
        poolSize,
        Array.from({ length: 20 }, (_, tenantId) => tenantId),
      ),
    ).toHaveLength(expected)
  })

  it('are one for a tenant, however many it sends', async () => {
    expect(await underWay(10, [1, 1, 1, 2])).toEqual([1, 2])
  })
})
