import { eachOf } from '../harness/each-of.ts'
import { underConditions } from '../harness/machine.ts'
import { median, rounded } from '../harness/numbers.ts'
import type { Trial } from '../trial.ts'
import { watched } from '../watched.ts'
import { type Fleet, type FleetNode, startFleet } from './authoring/fleet.ts'
import { findAllDifferences } from './authoring/fleet-check.ts'
import { type Clients, commit, type Done, type Known, steps } from './authoring/fleet-clients.ts'
import { createModel, readFiles } from './authoring/models.ts'

const clientCount = 16
const sharedCount = 2
const mostTakeOverMs = 20_000

const prepare = async (fleet: Fleet, name: string, index: number, isShared: boolean): Promise<Known> => {
  const node = fleet.nodes[index % fleet.nodes.length] as FleetNode
  const model = await createModel(fleet, name, node)
  const files = await readFiles(fleet, node, model)
  if (!(files instanceof Map)) throw new Error(`A new data model can not be read: ${files.status} ${files.code}`)
  return { ...model, dev: files, main: new Map(files), isShared }
}

const shareOf = (all: Known[], client: number): Known[] => all.filter(({ isShared }, index) => isShared || index % clientCount === client)

/** Every client takes its data models one step further each turn: its own, and those it shares with all others. */
const writeAll = async (clients: Clients, all: Known[], rounds: number, onStep: () => void): Promise<void> => {
  const work = async (client: number): Promise<void> => {
    for (let round = 0; round < rounds; round++)
      for (const known of shareOf(all, client)) {
        await steps[(round + (known.isShared ? client : 0)) % steps.length]?.(clients, known, `c${client}`)
        onStep()
      }
  }
  await Promise.all(Array.from({ length: clientCount }, (_, client) => work(client)))
}

const percentile = (values: number[], share: number): number =>
  Math.round(values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0)

/** How long writes that the kill had repeated were kept waiting by it. */
const waitsAfter = (done: Done[], killedMs: number): number[] =>
  done
    .filter(({ tries, endedMs, startedMs }) => tries > 1 && endedMs > killedMs && startedMs < killedMs + mostTakeOverMs)
    .map(({ startedMs, endedMs }) => endedMs - Math.max(startedMs, killedMs))

const runFleet = async (fleet: Fleet, deployments: number, say: (line: string) => void) => {
  const shared = await eachOf(Array.from({ length: sharedCount }), 2, (_, index) => prepare(fleet, `Shared ${index}`, index, true))
  const own = await eachOf(Array.from({ length: deployments }), 4, (_, index) => prepare(fleet, `Own ${index}`, index, false))
  const all = [...own, ...shared]
  say(`${all.length} data models`)
  const clients: Clients = { fleet, tally: { done: [], refused: {}, wrong: [], atDeadNode: 0 }, turn: 0 }
  const total = steps.length * (own.length + sharedCount * clientCount)
  const victim = fleet.nodes[1] as FleetNode
  let made = 0
  let killedMs = 0
  let killing: Promise<void> | undefined
  const startedMs = performance.now()
  await writeAll(clients, all, steps.length, () => {
    made++
    if (made < total / 2 || killing) return
    killedMs = performance.now()
    say(`a node is killed after ${made} of ${total} writes`)
    killing = victim.kill()
  })
  const seconds = (performance.now() - startedMs) / 1000
  await killing
  for (const known of shared) await commit(clients, known, '')
  await victim.start()
  const { done, refused, wrong, atDeadNode } = clients.tally
  const waits = waitsAfter(done, killedMs)
  const times = done.map(({ tookMs }) => tookMs)
  return {
    dataModels: all.length,
    writes: done.length,
    writesPerSecond: rounded(done.length / seconds, 1),
    latencyMs: { p50: percentile(times, 0.5), p99: percentile(times, 0.99) },
    nodesThatActed: new Set(done.map(({ actedBy }) => actedBy)).size,
    refused,
    atDeadNode,
    wrongAnswers: wrong.length,
    ...(wrong.length > 0 ? { wrongAnswerExamples: wrong.slice(0, 3) } : {}),
    takeOverMs: waits.length > 0 ? { writes: waits.length, median: Math.round(median(waits)), most: Math.round(Math.max(...waits)) } : null,
    differences: await findAllDifferences(fleet, all),
    all,
  }
}

/** The positive control: a file that the clients believe in and nobody wrote must be missed. */
const believeOnPurpose = async (fleet: Fleet, known: Known): Promise<number> => {
  const believed = { ...known, dev: new Map([...known.dev, ['model/never.yml', '']]) }
  return (await findAllDifferences(fleet, [believed])).length
}

export const authoringFleet: Trial = {
  name: 'authoring-fleet',
  summary:
    'many data models written at once through three nodes, one of them killed: only 503 meanwhile, and every tree is what its writers know',
  watches: [...watched.authoring, 'apps/server/src/http/'],
  needs: ['postgres', 's3'],
  short: { seconds: 28, pace: 'works' },
  run: async ({ quick, say }) => {
    const fleet = await startFleet(3)
    try {
      const { value, conditions } = await underConditions(() => runFleet(fleet, quick ? 20 : 200, say))
      const { all, ...figures } = value
      const planted = await believeOnPurpose(fleet, all[0] as Known)
      const isPassed =
        figures.differences.length === 0 &&
        figures.wrongAnswers === 0 &&
        figures.atDeadNode > 0 &&
        figures.takeOverMs !== null &&
        figures.takeOverMs.most <= mostTakeOverMs &&
        planted > 0
      const differences = { count: figures.differences.length, examples: figures.differences.slice(0, 3) }
      return { isPassed, figures: { ...figures, differences, plantedSeen: planted, ...conditions } }
    } finally {
      await fleet.close()
    }
  },
}
