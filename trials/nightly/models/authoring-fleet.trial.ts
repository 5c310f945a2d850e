import { eachOf } from '../../harness/each-of.ts'
import { judged } from '../../harness/last-line.ts'
import { underConditions } from '../../harness/machine.ts'
import { rounded } from '../../harness/numbers.ts'
import type { Trial } from '../../trial.ts'
import { type Fleet, type FleetNode, startFleet } from '../../claims/durability/authoring/fleet.ts'
import { rowOf } from '../../claims/durability/authoring/assembled.ts'
import { findAllDifferences } from '../../claims/durability/authoring/fleet-check.ts'
import { type Clients, commit, type Done, type Known, newClients, prepare, steps } from '../../claims/durability/authoring/fleet-clients.ts'

const clientCount = 16
const sharedCount = 2
const maxTakeOverMs = 20_000

/** Creates this many data models, and more until every node owns one. */
const prepareOwn = async (fleet: Fleet, count: number): Promise<Known[]> => {
  const own = await eachOf(Array.from({ length: count }), 4, (_, index) => prepare(fleet, `Own ${index}`, index, false))
  const owners = new Set<FleetNode>()
  for (let index = 0; owners.size < fleet.nodes.length && index < 2 * count; index++) {
    const known = own[index] ?? (await prepare(fleet, `Own ${index}`, index, false))
    if (index === own.length) own.push(known)
    owners.add(await fleet.ownerOf(known.deploymentId))
  }
  return own
}

const shareOf = (all: Known[], client: number): Known[] => all.filter(({ isShared }, index) => isShared || index % clientCount === client)

/** In each round, every client changes its own data models and the shared ones. */
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

/** How long the kill delayed writes that were repeated because of it. */
const waitsAfter = (done: Done[], killedMs: number): number[] =>
  done
    .filter(({ tries, endedMs, startedMs }) => tries > 1 && endedMs > killedMs && startedMs < killedMs + maxTakeOverMs)
    .map(({ startedMs, endedMs }) => endedMs - Math.max(startedMs, killedMs))

/** How often the owner of a shared data model changed. */
const countMoves = async (fleet: Fleet, shared: Known[]): Promise<number> => {
  const rows = await Promise.all(shared.map(({ deploymentId }) => rowOf(fleet, deploymentId)))
  return rows.reduce((sum, { epoch }) => sum + epoch, 0)
}

const runFleet = async (fleet: Fleet, deployments: number, say: (line: string) => void) => {
  const shared = await eachOf(Array.from({ length: sharedCount }), 2, (_, index) => prepare(fleet, `Shared ${index}`, index, true))
  const own = await prepareOwn(fleet, deployments)
  const all = [...own, ...shared]
  say(`${all.length} data models`)
  const clients = newClients(fleet)
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
  const ownIds = new Set(own.map(({ deploymentId }) => deploymentId))
  const doneByOwners = done.filter(({ deploymentId }) => ownIds.has(deploymentId))
  const waits = waitsAfter(doneByOwners, killedMs)
  return {
    dataModels: all.length,
    writes: done.length,
    writesPerSecond: rounded(done.length / seconds, 1),
    nodesThatActed: new Set(doneByOwners.filter(({ endedMs }) => endedMs < killedMs).map(({ actedBy }) => actedBy)).size,
    sharedMoves: await countMoves(fleet, shared),
    refused,
    atDeadNode,
    wrongAnswers: wrong.length,
    ...(wrong.length > 0 ? { wrongAnswerExamples: wrong.slice(0, 3) } : {}),
    maxTakeOverMs: waits.length > 0 ? Math.round(Math.max(...waits)) : null,
    differences: await findAllDifferences(fleet, all),
  }
}

export const trial: Trial = {
  family: 'faults',
  name: 'authoring-fleet',
  runsOn: 'nightly',
  summary: 'many data models written through three nodes, one of which is killed',
  claim: 'Writers on several nodes lose no acknowledged change.',
  gate: 'The only refusal is 503 with `Retry-After`. No write waits 20 s. API and store show what the clients wrote.',
  onFailure: '`differences`: a write was overwritten or lost; check the compare-and-set in `authoring/repository-queries.ts`.',
  needs: ['postgres', 's3'],
  short: { seconds: 38, pace: 'works' },
  run: async ({ quick, say }) => {
    const fleet = await startFleet(3)
    try {
      const { value, conditions } = await underConditions(() => runFleet(fleet, quick ? 20 : 200, say))
      const { differences, ...figures } = value
      return {
        ...judged({
          'API and store show what the clients wrote': differences.length === 0,
          'the only refusal is 503 with Retry-After': figures.wrongAnswers === 0,
          'writes met the dead node and were taken over in time':
            figures.atDeadNode > 0 && (figures.maxTakeOverMs ?? Number.POSITIVE_INFINITY) <= maxTakeOverMs,
          'every node wrote': figures.nodesThatActed === fleet.nodes.length,
          'shared data models moved between nodes': figures.sharedMoves >= clientCount,
        }),
        figures: { ...figures, differences: differences.length, differenceExamples: differences.slice(0, 3), ...conditions },
      }
    } finally {
      await fleet.close()
    }
  },
}
