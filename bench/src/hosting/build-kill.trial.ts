import { underConditions } from '../harness/machine.ts'
import type { SourceChange } from '../harness/source-changes.ts'
import type { Trial } from '../trial.ts'
import { halfWritten, watchHalfWritten } from './build-kill/half-written.ts'
import { leftBehind, runningOf } from './build-kill/left.ts'
import { killable, ofBrokenModel, places } from './build-kill/places.ts'
import { type Killing, killIn, prepareKilling, type Round, startWorker } from './build-kill/rounds.ts'
import { untilRight } from './stage/askers.ts'
import { buildEnd, modelOf, sendModel } from './stage/deployments.ts'
import { type HostingStage, openStage } from './stage/stage.ts'

/** A row that refers to an artifact which the store does not have, as one that is written before the artifact is. */
const rowFirst: SourceChange = {
  file: 'domains/hosting/engine/builds/make-build.ts',
  find: '    const artifact = await storeArtifact(parts.unreferencedObjects, build, { folder, paths, report }, signal)\n',
  put: `    const artifact = await storeArtifact(parts.unreferencedObjects, build, { folder, paths, report }, signal)
    await parts.objects.remove([artifact.key])\n`,
}
const leavesAll: SourceChange = {
  file: 'domains/hosting/area.ts',
  find: 'cleanUp: ({ runFolder }) => removeLeftSandboxes(runFolder),',
  put: 'cleanUp: async () => undefined,',
}
/** Says that a build is done and does not do it. */
const noEnd: SourceChange = {
  file: 'domains/hosting/engine/builds/make-build.ts',
  find: "(await inTransaction(parts.pool, build.tenantId, 'read write', (db) => activate(db, build))) ? 'built' : 'over'",
  put: "'built'",
}

/** The worker after the last kill ends in order, and nothing is left then. */
const endInOrder = async ({ ground, server, dead }: Killing, worker: { pid: number; kill: () => Promise<void> }): Promise<string[]> => {
  await worker.kill()
  return [...(await runningOf(ground, [server.pid])), ...leftBehind(ground, [...dead, worker.pid], null)]
}

const killEverywhere = async (killing: Killing, kills: number) => {
  const { stage, server, deployment } = killing
  let worker = await startWorker(killing)
  const first = await buildEnd(stage, deployment)
  if (first?.status !== 'built') throw new Error(`The first build did not end: ${first?.errorText ?? first?.status}`)
  const watching = watchHalfWritten(stage)
  const rounds: Round[] = []
  for (let made = 0; made < kills; made++) {
    const killed = await killIn(killing, worker, places[made % places.length] ?? '')
    worker = killed.worker
    rounds.push(killed.round)
  }
  // What was built last is what is asked, by an engine that fetches its artifact.
  if (rounds.at(-1)?.place === ofBrokenModel) await sendModel(stage, server, deployment, modelOf(killing.factor))
  await buildEnd(stage, deployment)
  const answersAfterMs = await untilRight(stage, server, { ...deployment, factor: killing.factor }, 60_000)
  const { looks, found } = await watching.stop()
  return { rounds, looks, halfWritten: found, answersAfterMs, leftAtEnd: await endInOrder(killing, worker) }
}

const findPlanted = async (stage: HostingStage, killing: Killing, quick: boolean) => {
  let worker = await startWorker(killing)
  await buildEnd(stage, killing.deployment)
  await worker.kill()
  worker = await startWorker(killing, [rowFirst, leavesAll])
  const killed = await killIn(killing, worker, 'between the row of the artifact and the end of the step', [rowFirst, leavesAll])
  const wrong = await halfWritten(stage)
  await killed.worker.kill()
  const found = { halfWritten: wrong.length > 0, left: killed.round.left.length > 0 }
  if (quick) return found
  worker = await startWorker(killing, [noEnd])
  const endless = await killIn(killing, worker, 'before it begins', [noEnd])
  await endless.worker.kill()
  return { ...found, noEnd: endless.round.end !== 'built' }
}

export const trial: Trial = {
  family: 'faults',
  name: 'build-kill',
  runsOn: 'landing',
  summary: 'SIGKILL of the worker in each step of a build',
  claim: 'A build survives the loss of its worker, and an incomplete build is never served.',
  gate: 'Expected outcome of each build. No artifact missing from the store, no process, folder or socket left.',
  onFailure: '`wrongEnds`: a step is not idempotent. `halfWritten`: rows are written before objects. `left` names the leftover.',
  watches: [
    'hosting/engine',
    'hosting/builds',
    'hosting/activities',
    'adapters/temporal',
    'adapters/sandbox',
    'adapters/object-store',
    'process/worker',
  ],
  plants: [killable, [rowFirst], [leavesAll], [noEnd]],
  needs: ['postgres', 'temporal'],
  short: { seconds: 150, pace: 'waits' },
  run: async ({ quick, say }) => {
    const kills = quick ? 2 : 20
    const stage = await openStage()
    try {
      const server = await stage.serve({ roles: 'api,authoring,gateway,engine' })
      const killing = await prepareKilling(stage, server, 'killed', say)
      const { value, conditions } = await underConditions(() => killEverywhere(killing, kills))
      const { rounds, ...figures } = value
      say('the same with faults of our own')
      const planted = await findPlanted(stage, await prepareKilling(stage, server, 'planted', say), quick)
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
          Object.values(planted).every(Boolean),
        figures: {
          kills: rounds.length,
          notMet: rounds.filter(({ isHit }) => !isHit).map(({ place }) => place),
          wrongEnds,
          left,
          ...figures,
          maxRoundMs: Math.max(...rounds.map(({ tookMs }) => tookMs)),
          planted,
          ...conditions,
        },
      }
    } finally {
      await stage.close()
    }
  },
}
