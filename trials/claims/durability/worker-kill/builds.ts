import type { SourceChange } from '../../../harness/source-changes.ts'
import type { FacetProcess } from '../../../harness/installation.ts'
import type { Finding, TrialOptions } from '../../../trial.ts'
import { halfWritten, watchHalfWritten } from './half-written.ts'
import { leftBehind, runningOf } from './left.ts'
import { killable, ofBrokenModel, places } from './build-places.ts'
import { type BuildKilling, type BuildRound, killBuild, prepareBuilds, startBuildWorker } from './build-rounds.ts'
import { untilRight } from '../../../harness/hosting/askers.ts'
import { buildEnd, modelOf, sendModel } from '../../../harness/hosting/deployments.ts'
import type { HostingStage } from '../../../harness/hosting/stage.ts'

/** Planted: the row of an artifact is written before its object. */
const rowFirst: SourceChange = {
  file: 'domains/hosting/engine/builds/make-build.ts',
  find: '    const artifact = await storeArtifact(parts.unreferencedObjects, build, { folder, paths, report }, signal)\n',
  put: `    const artifact = await storeArtifact(parts.unreferencedObjects, build, { folder, paths, report }, signal)
    await parts.objects.remove([artifact.key])\n`,
}
/** Planted: a start does not clean up after dead workers. */
const leavesAll: SourceChange = {
  file: 'domains/hosting/area.ts',
  find: 'cleanUp: ({ runFolder }) => removeLeftSandboxes(runFolder),',
  put: 'cleanUp: async () => undefined,',
}
/** Planted: a build is reported as done without being activated. */
const noEnd: SourceChange = {
  file: 'domains/hosting/engine/builds/make-build.ts',
  find: "(await inTransaction(parts.pool, build.tenantId, 'read write', (db) => activate(db, build))) ? 'built' : 'over'",
  put: "'built'",
}

/** Stops the last worker in order, and lists what it leaves behind. */
const endInOrder = async ({ ground, server, dead }: BuildKilling, worker: FacetProcess): Promise<string[]> => {
  await worker.kill()
  return [...(await runningOf(ground, [server.pid])), ...leftBehind(ground, [...dead, worker.pid], null)]
}

const killEverywhere = async (killing: BuildKilling, kills: number) => {
  const { stage, server, deployment } = killing
  let worker = await startBuildWorker(killing)
  const first = await buildEnd(stage, deployment)
  if (first?.status !== 'built') throw new Error(`The first build did not end: ${first?.errorText ?? first?.status}`)
  const watching = watchHalfWritten(stage)
  const rounds: BuildRound[] = []
  for (let made = 0; made < kills; made++) {
    const killed = await killBuild(killing, worker, places[made % places.length] ?? '')
    worker = killed.worker
    rounds.push(killed.round)
  }
  // Query the last build through an engine that fetches its artifact.
  if (rounds.at(-1)?.place === ofBrokenModel) await sendModel(stage, server, deployment, modelOf(killing.factor))
  await buildEnd(stage, deployment)
  const answersAfterMs = await untilRight(stage, server, { ...deployment, factor: killing.factor }, 60_000)
  const { looks, found } = await watching.stop()
  return { rounds, looks, halfWritten: found, answersAfterMs, leftAtEnd: await endInOrder(killing, worker) }
}

const findPlanted = async (stage: HostingStage, killing: BuildKilling) => {
  let worker = await startBuildWorker(killing)
  await buildEnd(stage, killing.deployment)
  await worker.kill()
  worker = await startBuildWorker(killing, [rowFirst, leavesAll])
  const killed = await killBuild(killing, worker, 'between the row of the artifact and the end of the step', [rowFirst, leavesAll])
  const wrong = await halfWritten(stage)
  await killed.worker.kill()
  worker = await startBuildWorker(killing, [noEnd])
  const endless = await killBuild(killing, worker, 'before it begins', [noEnd])
  await endless.worker.kill()
  return { halfWritten: wrong.length > 0, left: killed.round.left.length > 0, noEnd: endless.round.end !== 'built' }
}

export const buildPlants = [killable, [rowFirst], [leavesAll], [noEnd]]

/** Kills the worker in the steps of a build. The short form takes the two steps that risk an incomplete artifact. */
export const killBuilds = async (stage: HostingStage, server: FacetProcess, { quick, plants, say }: TrialOptions): Promise<Finding> => {
  const kills = quick ? 2 : 20
  const { rounds, ...figures } = await killEverywhere(await prepareBuilds(stage, server, 'builds', say), kills)
  const planted = plants ? await findPlanted(stage, await prepareBuilds(stage, server, 'planted-builds', say)) : undefined
  const wrongEnds = rounds.filter(({ end, expected }) => end !== expected).length
  const left = [...new Set([...rounds.flatMap((round) => round.left), ...figures.leftAtEnd])]
  return {
    isPassed:
      rounds.length === kills &&
      rounds.every(({ isHit }) => isHit) &&
      wrongEnds === 0 &&
      left.length === 0 &&
      figures.halfWritten.length === 0 &&
      figures.looks > kills &&
      figures.answersAfterMs !== null &&
      Object.values(planted ?? {}).every(Boolean),
    figures: {
      kills: rounds.length,
      notMet: rounds.filter(({ isHit }) => !isHit).map(({ place }) => place),
      wrongEnds,
      left,
      ...figures,
      maxRoundMs: Math.max(...rounds.map(({ tookMs }) => tookMs)),
      planted,
    },
  }
}
