import { asAsked } from '@facet/testkit/relay'
import type { Answer } from '../../../harness/caller.ts'
import { pause } from '../../../harness/numbers.ts'
import { createMoment } from '../../../harness/moment.ts'
import { assemble, rowOf } from './assembled.ts'
import type { Fleet, FleetNode } from './fleet.ts'
import { takeOver } from './kill-rounds.ts'
import { countLost } from './lost-tokens.ts'
import { type Model, newToken, type Put, putFile } from './models.ts'
import { findBreaches, historyOf } from './row-history.ts'

// More packs than a repository keeps, so that the node that takes over joins them.
const packsBeforeJoining = 16
const maxWaitMs = 30_000

/** A data model whose owner is stopped, and the confirmed writes to it. */
export type Scene = { fleet: Fleet; model: Model; owner: FleetNode; others: FleetNode[]; confirmed: Put[] }

export const until = async (isSo: () => Promise<boolean> | boolean, problem: string, maxMs = maxWaitMs): Promise<void> => {
  const deadline = performance.now() + maxMs
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(problem)
    await pause(25)
  }
}

/** Nodes that just started may not know each other yet; each would handle requests itself. */
const untilAgreed = async (fleet: Fleet, model: Model): Promise<void> => {
  const path = `/build/api/v1/deployments/${model.deploymentId}/branches`
  const acting = async (): Promise<unknown[]> => {
    const answers = await Promise.all(fleet.nodes.map((node) => fleet.ask(node, { path, timeoutMs: 10_000 })))
    return answers.map(({ headers }) => headers['x-facet-node'])
  }
  await until(async () => new Set(await acting()).size === 1, 'The nodes do not agree on the owner of a data model.')
}

export const setScene = async (fleet: Fleet, model: Model): Promise<Scene> => {
  await untilAgreed(fleet, model)
  const owner = await fleet.ownerOf(model.deploymentId)
  return { fleet, model, owner, others: fleet.nodes.filter((node) => node !== owner), confirmed: [] }
}

/** A write that must succeed. */
export const write = async (scene: Scene, node: FleetNode): Promise<void> => {
  const put = newToken('fenced')
  const answer = await putFile(scene.fleet, node, scene.model, put)
  if (answer.status !== 200) throw new Error(`A write was refused: ${answer.status} ${JSON.stringify(answer.body)}`)
  scene.confirmed.push(put)
}

const countPacks = async ({ fleet, model }: Scene): Promise<number> => (await rowOf(fleet, model.deploymentId)).packs.length

/** Writes until the repository has as many packs as it keeps. */
export const fillUp = async (scene: Scene): Promise<void> => {
  while ((await countPacks(scene)) < packsBeforeJoining) await write(scene, scene.owner)
}

/** Another node takes over, writes, and joins the packs. */
export const writeElsewhere = async (scene: Scene, sinceMs: number): Promise<number> => {
  const [other] = scene.others as [FleetNode]
  const { put, tookMs } = await takeOver(scene.fleet, scene.model, [other], sinceMs)
  scene.confirmed.push(put)
  const before = (await rowOf(scene.fleet, scene.model.deploymentId)).packs.map(({ key }) => key)
  const areJoined = async (): Promise<boolean> => {
    const now = new Set((await rowOf(scene.fleet, scene.model.deploymentId)).packs.map(({ key }) => key))
    return before.some((key) => !now.has(key))
  }
  for (let made = 0; made < packsBeforeJoining + 4; made++) await write(scene, other)
  await until(areJoined, 'No node joined the packs.')
  return Math.round(tookMs)
}

export type Stopping = {
  /** Resolves when the owner reached the moment of the stop. */
  reached: Promise<void>
  goOn: () => void
}

export const stopBefore = ({ owner }: Scene, moment: 'statement' | 'commit'): Stopping => {
  const hold = owner.database.hold(moment)
  return { reached: hold.held, goOn: hold.release }
}

const stopAtStore = ({ owner }: Scene, method: 'PUT' | 'GET'): Stopping => {
  const { reached, reach } = createMoment()
  const going = createMoment()
  owner.store.behave(async (exchange) => {
    if (exchange.method === method) {
      reach()
      await going.reached
    }
    await asAsked(exchange)
  })
  return {
    reached,
    goOn: () => {
      going.reach()
      owner.store.behave(asAsked)
    },
  }
}

export const stopBeforeUpload = (scene: Scene): Stopping => stopAtStore(scene, 'PUT')

/** The owner has uploaded its objects and reads them back. The compare-and-set follows. */
export const stopAfterUpload = (scene: Scene): Stopping => stopAtStore(scene, 'GET')

/** Stops the owner with SIGSTOP during `meanwhile`, for at least `minMs`, and continues it. */
export const asleep = async <T>(
  scene: Scene,
  stopping: Stopping,
  minMs: number,
  meanwhile: (sinceMs: number) => Promise<T>,
): Promise<T> => {
  await stopping.reached
  const { pid } = scene.owner.process()
  process.kill(pid, 'SIGSTOP')
  const sinceMs = performance.now()
  try {
    const value = await meanwhile(sinceMs)
    await pause(Math.max(0, minMs - (performance.now() - sinceMs)))
    return value
  } finally {
    process.kill(pid, 'SIGCONT')
    stopping.goOn()
  }
}

export type Verdict = { breaches: string[]; lost: number; states: number }

/** Checks the history of the repository, and whether it contains every confirmed write. */
export const judge = async ({ fleet, model, confirmed }: Scene, node: FleetNode): Promise<Verdict> => {
  const expected = confirmed.map((put) => ({ ...put, model }))
  const { inStore, throughApi } = await countLost(fleet, expected, node, [model])
  const history = await historyOf(fleet, model.deploymentId)
  const repository = await assemble(fleet, model.deploymentId)
  try {
    const breaches = await findBreaches(history, model.branch, repository)
    return { breaches, lost: inStore + throughApi, states: history.length }
  } finally {
    repository.remove()
  }
}

/** The outcome of the stopped write: confirmed late, or refused. */
export const settle = (scene: Scene, put: Put, answer: Answer): string => {
  if (answer.status === 200) scene.confirmed.push(put)
  return answer.status === 200 ? 'redone' : `${answer.status} ${answer.code}: ${JSON.stringify(answer.body['message'])}`
}
