import { randomInt } from 'node:crypto'
import type { FacetProcess } from '../../../harness/installation.ts'
import { pause } from '../../../harness/numbers.ts'
import type { Finding, TrialOptions } from '../../../trial.ts'
import { untilRight } from '../../../harness/hosting/askers.ts'
import { addDeployment, brokenModel, buildEnd, modelOf, sendModel, type TrialDeployment } from '../../../harness/hosting/deployments.ts'
import { compileProgram, startedBy } from '../../../harness/hosting/engine-processes.ts'
import type { HostingStage } from '../../../harness/hosting/stage.ts'
import { killable, ofBrokenModel, places, whileCompiling } from './build-places.ts'
import { watchHalfWritten } from './half-written.ts'
import { prepareWorkers, type Workers } from './workers.ts'

type Round = { place: string; isHit: boolean; end: string; expected: string; tookMs: number; left: string[] }

type Killing = {
  stage: HostingStage
  server: FacetProcess
  workers: Workers
  deployment: TrialDeployment
  /** The factor of the model that was uploaded last. */
  factor: number
  say: (line: string) => void
}

const hitWithinMs = 90_000

const killWhileCompiling = async (worker: FacetProcess): Promise<void> => {
  if (startedBy(worker.pid, compileProgram).length === 0) return
  await pause(randomInt(0, 500))
  await worker.kill('SIGKILL')
}

/** Kills the worker in this place of a build and starts another. Returns the new worker and the outcome of the build. */
const killBuild = async (killing: Killing, worker: FacetProcess, place: string): Promise<{ worker: FacetProcess; round: Round }> => {
  const { stage, server, workers, deployment, say } = killing
  const expected = place === ofBrokenModel ? 'failed' : 'built'
  killing.factor += 1
  workers.setPlace(place)
  const startedMs = performance.now()
  await sendModel(stage, server, deployment, expected === 'failed' ? brokenModel() : modelOf(killing.factor))
  const isHit = await workers.untilKilled(worker, hitWithinMs, place === whileCompiling ? () => killWhileCompiling(worker) : undefined)
  const running = await workers.running()
  const next = await workers.start()
  const end = await buildEnd(stage, deployment)
  // The folder of a step is removed right after its end.
  await pause(500)
  const left = [...running, ...workers.left(next)]
  const round = { place, isHit, end: end?.status ?? 'none', expected, tookMs: Math.round(performance.now() - startedMs), left }
  const problems = [...left, ...(end?.errorText && expected === 'built' ? [end.errorText] : [])]
  say(`killed ${place}${isHit ? '' : ' (NOT MET)'}: ${round.end} after ${round.tookMs} ms ${problems.join(', ')}`)
  return { worker: next, round }
}

const killEverywhere = async (killing: Killing, kills: number) => {
  const { stage, server, workers, deployment } = killing
  let worker = await workers.start()
  const first = await buildEnd(stage, deployment)
  if (first?.status !== 'built') throw new Error(`The first build did not end: ${first?.errorText ?? first?.status}`)
  const watching = watchHalfWritten(stage)
  const rounds: Round[] = []
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
  return { rounds, looks, halfWritten: found, answersAfterMs, leftAtEnd: await workers.stop(worker) }
}

/** Kills the worker in the steps of a build. The short form takes the two steps that risk an incomplete artifact. */
export const killBuilds = async (stage: HostingStage, server: FacetProcess, { quick, say }: TrialOptions): Promise<Finding> => {
  const kills = quick ? 2 : 20
  const workers = prepareWorkers(stage, server, 'builds', killable)
  const deployment = await addDeployment(stage, server, 'builds', { TRIAL_MARK: workers.mark })
  const { rounds, leftAtEnd, ...figures } = await killEverywhere({ stage, server, workers, deployment, factor: 1, say }, kills)
  const wrongEnds = rounds.filter(({ end, expected }) => end !== expected).length
  const notMet = rounds.filter(({ isHit }) => !isHit).map(({ place }) => place)
  const left = [...new Set([...rounds.flatMap((round) => round.left), ...leftAtEnd])]
  return {
    isPassed:
      rounds.length === kills &&
      wrongEnds + notMet.length + left.length + figures.halfWritten.length === 0 &&
      figures.looks > kills &&
      figures.answersAfterMs !== null,
    figures: { kills: rounds.length, notMet, wrongEnds, left, ...figures, maxRoundMs: Math.max(...rounds.map(({ tookMs }) => tookMs)) },
  }
}
