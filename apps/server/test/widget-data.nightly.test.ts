import { expect, it } from 'vitest'
import { useServer, useWarehouse } from '#test'
import { givenOracle, oracleTables, runOracle } from './widget-oracle/index.ts'

const server = useServer({}, { hasEveryRole: true })
const warehouse = useWarehouse(...oracleTables)

it('shows in every cell what plain SQL says, in 2,000 random cases', { timeout: 1_200_000 }, async () => {
  const oracle = await givenOracle(server, warehouse)
  const found = { cases: 0, differences: [] as string[] }

  for (let seed = 2; seed < 12; seed++) {
    const { cases, differences } = await runOracle({ ...oracle, seed, reports: 20, requests: 10 })
    found.cases += cases
    found.differences.push(...differences)
  }

  expect(found).toEqual({ cases: 2000, differences: [] })
})
