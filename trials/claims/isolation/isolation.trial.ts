import { randomInt } from 'node:crypto'
import { createCaller, type Caller } from '../../harness/caller.ts'
import { startTrialStack, type TrialStack } from '../../harness/stack.ts'
import { createRandom, type Random } from '../input/fuzz/random.ts'
import type { Finding, Trial } from '../../trial.ts'
import { cubeShapes } from './isolation/cubes.ts'
import { serveModel } from './isolation/deployment.ts'
import { openDoor } from './isolation/door.ts'
import { findHoles, type Served } from './isolation/holes.ts'
import { holedModel, type ModelFile, rightModel } from './isolation/model.ts'
import { planRound, runRound, type Tally } from './isolation/round.ts'
import { addCatalog, createSessions } from './isolation/sessions.ts'
import { createWarehouse, type Warehouse } from './isolation/warehouse.ts'

const sizes = {
  full: { sessionsOfTenant: 10, asks: 26_000, leastConclusive: 20_000, asksOfHole: 400, leastHits: 2000 },
  short: { sessionsOfTenant: 5, asks: 700, leastConclusive: 500, asksOfHole: 80, leastHits: 20 },
}
const atOnce = 50
// So few that each cube, and each way to ask, is still looked at by many.
const leastShare = 0.05

type Ground = {
  stack: TrialStack
  warehouse: Warehouse
  caller: Caller
  random: Random
  quick: boolean
  plants: boolean
  say: (line: string) => void
}

const serve = async ({ stack, warehouse, caller }: Ground, name: string, files: ModelFile[], ofEachTenant: number): Promise<Served> => {
  const served = await serveModel(stack, warehouse, name, files)
  const sessions = await createSessions(stack, served.deploymentId, ofEachTenant)
  return { ...served, sessions, door: openDoor(caller, stack.url, served.dataPath) }
}

const isWide = ({ of, conclusive }: Tally): boolean =>
  [...cubeShapes.map(({ name }) => name), 'cached', 'uncached', 'sql'].every((name) => (of[name] ?? 0) >= leastShare * conclusive)

const findPlanted = async (ground: Ground, asks: number, right: Served) => {
  const holed = await serve(ground, 'Isolation with holes', holedModel(), 5)
  const holes = await findHoles({ ...ground, asks, atOnce }, right, holed)
  for (const { hole, what, tally: of } of holes)
    ground.say(
      `${of.foreign > 0 ? 'found ' : 'MISSED'} ${hole}: ${what} (${of.foreign} of ${of.asked} answers${of.foreign > 0 ? '' : `; ${JSON.stringify(of)}`})`,
    )
  const missed = holes.filter(({ tally: { foreign } }) => foreign === 0).map(({ hole }) => hole)
  return { found: holes.length - missed.length, of: holes.length, missed }
}

const run = async (ground: Ground): Promise<Finding> => {
  const { stack, warehouse, random, quick, plants, say } = ground
  const size = quick ? sizes.short : sizes.full
  await addCatalog(stack)
  const right = await serve(ground, 'Isolation', rightModel(), size.sessionsOfTenant)
  say(`${right.sessions.length} sessions; asking ${size.asks} times, ${atOnce} at once`)
  const tally = await runRound(right.door, warehouse, planRound(random, right.sessions, cubeShapes, size.asks), atOnce)
  for (const example of tally.examples) say(`  ${example}`)

  const planted = plants ? await findPlanted(ground, size.asksOfHole, right) : undefined
  const { examples: _, ...figures } = tally
  return {
    isPassed:
      tally.foreign === 0 &&
      tally.different === 0 &&
      tally.refused === 0 &&
      tally.conclusive >= size.leastConclusive &&
      tally.cacheHits >= size.leastHits &&
      isWide(tally) &&
      (planted === undefined || (planted.of >= 8 && planted.missed.length === 0)),
    figures: { sessions: right.sessions.length, ...figures, planted },
  }
}

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
  run: async ({ quick, plants, seed = randomInt(2 ** 31), say }) => {
    say(`seed ${seed}`)
    const stack = await startTrialStack()
    const caller = createCaller()
    let warehouse: Warehouse | null = null
    try {
      const urlOf = (database: string): string => Object.assign(new URL(stack.postgresUrl), { pathname: `/${database}` }).href
      warehouse = await createWarehouse(urlOf)
      return await run({ stack, warehouse, caller, random: createRandom(seed), quick, plants, say })
    } finally {
      caller.close()
      await warehouse?.close()
      await stack.close()
    }
  },
}
