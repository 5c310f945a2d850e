import { randomInt } from 'node:crypto'
import { createCaller } from '../../harness/caller.ts'
import { startTrialStack } from '../../harness/stack.ts'
import { createRandom } from '../input/fuzz/random.ts'
import type { Trial } from '../../trial.ts'
import { cubeShapes } from './isolation/cubes.ts'
import { serveModel } from './isolation/deployment.ts'
import { openDoor } from './isolation/door.ts'
import { modelFiles } from './isolation/model.ts'
import { planRound, runRound, type Tally } from './isolation/round.ts'
import { addCatalog, createSessions } from './isolation/sessions.ts'
import { createWarehouse, type Warehouse } from './isolation/warehouse.ts'

const sizes = {
  full: { sessionsOfTenant: 10, asks: 26_000, leastConclusive: 20_000, leastHits: 2000 },
  short: { sessionsOfTenant: 5, asks: 700, leastConclusive: 500, leastHits: 20 },
}
const atOnce = 50
// Share of conclusive answers that each cube and each mode must have.
const leastShare = 0.05

const isWide = ({ of, conclusive }: Tally): boolean =>
  [...cubeShapes.map(({ name }) => name), 'cached', 'uncached', 'sql'].every((name) => (of[name] ?? 0) >= leastShare * conclusive)

export const trial: Trial = {
  family: 'security',
  name: 'isolation',
  runsOn: 'landing',
  summary: 'random queries by sessions of 20 embed tenants, against plain SQL',
  claim: 'No query returns rows of another embed tenant, cached or not.',
  gate: 'Every response equals plain SQL for that caller: 0 foreign and 0 missing rows in at least 500 conclusive responses (20,000 nightly).',
  onFailure: 'The report names session, query and rows. `inconclusive`: responses were empty; `cacheHits` 0: the cache was never used.',
  needs: ['bubblewrap', 'cube', 'postgres', 's3', 'temporal'],
  short: { seconds: 60, pace: 'works' },
  run: async ({ quick, seed = randomInt(2 ** 31), say }) => {
    say(`seed ${seed}`)
    const size = quick ? sizes.short : sizes.full
    const stack = await startTrialStack()
    const caller = createCaller()
    let warehouse: Warehouse | null = null
    try {
      warehouse = await createWarehouse((database) => Object.assign(new URL(stack.postgresUrl), { pathname: `/${database}` }).href)
      await addCatalog(stack)
      const { deploymentId, dataPath } = await serveModel(stack, warehouse, 'Isolation', modelFiles())
      const sessions = await createSessions(stack, deploymentId, size.sessionsOfTenant)
      say(`${sessions.length} sessions; asking ${size.asks} times, ${atOnce} at once`)
      const plans = planRound(createRandom(seed), sessions, cubeShapes, size.asks)
      const tally = await runRound(openDoor(caller, stack.url, dataPath), warehouse, plans, atOnce)
      const { examples, ...figures } = tally
      for (const example of examples) say(`  ${example}`)
      return {
        isPassed:
          tally.foreign + tally.different + tally.refused === 0 &&
          tally.conclusive >= size.leastConclusive &&
          tally.cacheHits >= size.leastHits &&
          isWide(tally),
        figures: { sessions: sessions.length, ...figures },
      }
    } finally {
      caller.close()
      await warehouse?.close()
      await stack.close()
    }
  },
}
