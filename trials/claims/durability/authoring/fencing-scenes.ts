import { rowOf } from './assembled.ts'
import { collectNow } from './collect.ts'
import type { Fleet, FleetNode } from './fleet.ts'
import { createModel, newToken, putFile } from './models.ts'
import {
  asleep,
  fillUp,
  judge,
  type Scene,
  setScene,
  settle,
  stopAfterUpload,
  stopBefore,
  stopBeforeUpload,
  type Stopping,
  until,
  type Verdict,
  write,
  writeElsewhere,
} from './stopped.ts'

export type Outcome = Verdict & { stale: string; takeOverMs?: number; collected?: number }

const newScene = async (fleet: Fleet, name: string): Promise<Scene> => setScene(fleet, await createModel(fleet, name))

const goesOn = async (scene: Scene, outcome: string): Promise<string> => {
  // The continued node must accept writes again.
  await until(
    async () => (await putFile(scene.fleet, scene.owner, scene.model, newToken('after'))).status === 200,
    'The continued node does not write any more.',
  )
  return outcome
}

/** Stops a write between upload and compare-and-set, while another node writes and joins packs. */
export const sleepBeforeMoving = async (fleet: Fleet, minMs: number, where: (scene: Scene) => Stopping): Promise<Outcome> => {
  const scene = await newScene(fleet, `Asleep ${where.name} ${minMs}`)
  await fillUp(scene)
  const stopping = where(scene)
  const put = newToken('stale')
  const sent = putFile(fleet, scene.owner, scene.model, put)
  const takeOverMs = await asleep(scene, stopping, minMs, (sinceMs) => writeElsewhere(scene, sinceMs))
  const stale = await goesOn(scene, settle(scene, put, await sent))
  return { ...(await judge(scene, scene.others[0] as FleetNode)), stale, takeOverMs }
}

/** Stops a write between compare-and-set and COMMIT, while it holds the row lock. */
export const sleepBeforeCommit = async (fleet: Fleet, minMs: number): Promise<Outcome> => {
  const scene = await newScene(fleet, 'Asleep before commit')
  const stopping = stopBefore(scene, 'commit')
  const put = newToken('stale')
  const sent = putFile(fleet, scene.owner, scene.model, put)
  let takeOverMs: Promise<number> | undefined
  await asleep(scene, stopping, minMs, async (sinceMs) => {
    // Not awaited: a short sleep ends before the database releases the row lock.
    takeOverMs = writeElsewhere(scene, sinceMs)
    await Promise.race([takeOverMs, new Promise((resolve) => setTimeout(resolve, minMs))])
  })
  const stale = await goesOn(scene, settle(scene, put, await sent))
  const took = (await takeOverMs) ?? 0
  return { ...(await judge(scene, scene.others[0] as FleetNode)), stale, takeOverMs: took }
}

/** Stops a write until the garbage collector has claimed its objects. No other node writes, so only the collector can fail it. */
export const sleepThroughCollector = async (fleet: Fleet, isForgotten: boolean): Promise<Outcome> => {
  const scene = await newScene(fleet, `Collected ${isForgotten}`)
  await write(scene, scene.owner)
  const before = await rowOf(fleet, scene.model.deploymentId)
  const stopping = stopBefore(scene, 'statement')
  const put = newToken('collected')
  const sent = putFile(fleet, scene.owner, scene.model, put)
  const collected = await asleep(scene, stopping, 0, () => collectNow(fleet, scene.model.deploymentId, isForgotten))
  const stale = settle(scene, put, await sent)
  const after = await rowOf(fleet, scene.model.deploymentId)
  const verdict = await judge(scene, scene.others[0] as FleetNode)
  if (stale !== 'redone' && after.version !== before.version) verdict.breaches.push('a refused write moved the repository')
  return { ...verdict, stale: await goesOn(scene, stale), collected }
}

/** Stops a node that joins packs, while another joins the same packs and the garbage collector removes the replaced ones. */
export const sleepWhileJoining = async (fleet: Fleet, minMs: number, where: (scene: Scene) => Stopping): Promise<Outcome> => {
  const scene = await newScene(fleet, `Joining ${where.name}`)
  await fillUp(scene)
  await write(scene, scene.owner)
  const stopping = where(scene)
  const { takeOverMs, collected } = await asleep(scene, stopping, minMs, async (sinceMs) => ({
    takeOverMs: await writeElsewhere(scene, sinceMs),
    collected: await collectNow(fleet, scene.model.deploymentId, true),
  }))
  const stale = await goesOn(scene, 'woke')
  return { ...(await judge(scene, scene.others[0] as FleetNode)), stale, takeOverMs, collected }
}

export const beforeMoving = (scene: Scene): Stopping => stopBefore(scene, 'statement')
export const afterUpload = stopAfterUpload
export const beforeUpload = stopBeforeUpload
