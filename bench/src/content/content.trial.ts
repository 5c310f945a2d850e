import { changedProgram } from '../harness/source-changes.ts'
import type { Finding, Trial, TrialOptions } from '../trial.ts'
import { listOverall, listUnexpected } from './rights/area.ts'
import { type CallName, callNames } from './rights/calls.ts'
import { tryElsewhere } from './rights/elsewhere.ts'
import { tryEndings } from './rights/endings.ts'
import { askMatrix, askOverall } from './rights/matrix.ts'
import { tryPaging } from './rights/paging.ts'
import { assemble, type Cast } from './rights/people.ts'
import { type Plant, plants } from './rights/plants.ts'
import { tryRaces } from './rights/races.ts'
import { createNumbers } from './rights/sets.ts'

/** Those of the plants, all in one service, that nothing showed. */
const findUnseen = async (cast: Cast, next: () => number, planted: readonly Plant[]): Promise<string[]> => {
  const { installation } = cast.world
  const { settings, program } = changedProgram(planted.map(({ change }) => change))
  const careless = await installation.serve(settings, program)
  const names = planted.flatMap(({ seenIn }) => (seenIn === 'paging' ? [] : seenIn))
  const { divergences } = await askMatrix(careless, cast, next, names)
  const seen = new Set(divergences.map(({ call }) => call as CallName))
  const isPaged = planted.some(({ seenIn }) => seenIn === 'paging')
  const isShownLater = isPaged && (await tryPaging(careless, cast, next)).some(({ after }) => after > 0)
  await careless.kill('SIGKILL')
  return planted
    .filter(({ seenIn }) => !(seenIn === 'paging' ? isShownLater : seenIn.some((call) => seen.has(call))))
    .map(({ name }) => name)
}

const tryPlants = async (cast: Cast, next: () => number, quick: boolean): Promise<string[]> => {
  if (quick) return findUnseen(cast, next, plants)
  const unseen: string[] = []
  for (const plant of plants) unseen.push(...(await findUnseen(cast, next, [plant])))
  return unseen
}

const run = async (cast: Cast, { quick, plants: arePlanted, say }: TrialOptions): Promise<Finding> => {
  const next = createNumbers()
  const { facet } = cast.world
  const unexpected = await listUnexpected()
  const matrix = await askMatrix(facet, cast, next, callNames)
  const overall = await askOverall(facet, cast, next, await listOverall())
  const divergences = [...matrix.divergences, ...overall.divergences]
  say(`${matrix.cells + overall.cells} calls: ${divergences.length} divergences`)
  const { inside: besides } = await cast.world.addDeployments()
  const elsewhere = await tryElsewhere(facet, cast, next, besides)
  const races = await tryRaces(facet, cast, next, quick ? 3 : 100)
  say(`${elsewhere.calls} calls from elsewhere, ${races.rounds} races`)
  const paged = await tryPaging(facet, cast, next)
  say(`${paged.length} lists paged`)
  const unseen = arePlanted ? await tryPlants(cast, next, quick) : []
  const endings = await tryEndings(facet, cast, next)
  for (const finding of [
    ...divergences.slice(0, 20),
    ...elsewhere.strayed.slice(0, 20),
    ...races.broken,
    ...endings,
    ...paged.filter(({ before, after }) => before === 0 || after > 0),
  ])
    say(`  ${JSON.stringify(finding)}`)
  return {
    isPassed:
      unexpected.length === 0 &&
      divergences.length === 0 &&
      elsewhere.strayed.length === 0 &&
      races.broken.length === 0 &&
      endings.every(({ before, after }) => before > 0 && after.length === 0) &&
      paged.every(({ before, after }) => before > 0 && after === 0) &&
      unseen.length === 0,
    figures: {
      calls: matrix.cells + overall.cells,
      unexpected,
      divergences: divergences.length,
      elsewhere: { calls: elsewhere.calls, strayed: elsewhere.strayed.length },
      races,
      endings: Object.fromEntries(endings.map(({ name, before, after }) => [name, { before, after }])),
      paging: {
        lists: paged.length,
        empty: paged.filter(({ before }) => before === 0).length,
        shownLater: paged.filter(({ after }) => after > 0),
      },
      planted: { of: arePlanted ? plants.length : 0, unseen },
    },
  }
}

export const trial: Trial = {
  family: 'security',
  name: 'content',
  runsOn: 'nightly',
  summary: 'every content operation by every kind of caller, against a permission oracle',
  claim: 'A caller cannot see, change or infer content without permission, including deleted and unshared content.',
  gate: '0 divergences; `unexpected`, `strayed` and `races.broken` empty.',
  onFailure:
    'The divergence names operation, caller and owner. `unexpected`: add the operation to `rights/calls.ts` and `rights/oracle.ts`.',
  plants: plants.map(({ change }) => [change]),
  needs: ['postgres'],
  short: { seconds: 60, pace: 'works' },
  run: async (options) => {
    const cast = await assemble()
    try {
      return await run(cast, options)
    } finally {
      await cast.close()
    }
  },
}
