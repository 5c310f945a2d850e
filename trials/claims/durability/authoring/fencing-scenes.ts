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
  // Whatever became of it, its node goes on and the data model can be written through it.
  await until(
    async () => (await putFile(scene.fleet, scene.owner, scene.model, newToken('after'))).status === 200,
    'The node that slept does not write any more.',
  )
  return outcome
}

/** A write sleeps with its objects in the store, before its compare-and-set; others write and join packs meanwhile. */
export const sleepBeforeMoving = async (
  fleet: Fleet,
  minMs: number,
  where: (scene: Scene) => Stopping,
): Promise<{ scene: Scene; outcome: Outcome }> => {
  const scene = await newScene(fleet, `Asleep ${where.name} ${minMs}`)
  await fillUp(scene)
  const stopping = where(scene)
  const put = newToken('stale')
  const sent = putFile(fleet, scene.owner, scene.model, put)
  const takeOverMs = await asleep(scene, stopping, minMs, (sinceMs) => writeElsewhere(scene, sinceMs))
  const stale = await goesOn(scene, settle(scene, put, await sent))
  return { scene, outcome: { ...(await judge(scene, scene.others[0] as FleetNode)), stale, takeOverMs } }
}

/** A write sleeps between its compare-and-set and its COMMIT, with the row locked in the database. */
export const sleepBeforeCommit = async (fleet: Fleet, minMs: number): Promise<Outcome> => {
  const scene = await newScene(fleet, 'Asleep before commit')
  const stopping = stopBefore(scene, 'commit')
  const put = newToken('stale')
  const sent = putFile(fleet, scene.owner, scene.model, put)
  let takeOverMs: Promise<number> | undefined
  await asleep(scene, stopping, minMs, async (sinceMs) => {
    // Nobody waits for it here: a short sleep ends before the database lets go of the row.
    takeOverMs = writeElsewhere(scene, sinceMs)
    await Promise.race([takeOverMs, new Promise((resolve) => setTimeout(resolve, minMs))])
  })
  const stale = await goesOn(scene, settle(scene, put, await sent))
  const took = (await takeOverMs) ?? 0
  return { ...(await judge(scene, scene.others[0] as FleetNode)), stale, takeOverMs: took }
}

/** A write sleeps until the collector has taken its objects for nobody's. Nobody else writes: only this can stop it. */
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

/** Joining packs sleeps; meanwhile others join the same packs, and the collector removes what that replaced. */
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

/** The positive control: the same change as a sleeper would make it if nothing were compared. */
export const plantStaleWrite = async (fleet: Fleet, scene: Scene): Promise<Verdict> => {
  await fillUp(scene)
  const { packs, refs } = await rowOf(fleet, scene.model.deploymentId)
  await writeElsewhere(scene, performance.now())
  await fleet.installation.sql(
    'update repositories set version = version + 1, packs = $3, refs = $4 where tenant_id = $1 and deployment_id = $2',
    [fleet.tenant.tenantId, scene.model.deploymentId, JSON.stringify(packs), JSON.stringify(refs)],
  )
  return judge(scene, scene.others[0] as FleetNode)
}
