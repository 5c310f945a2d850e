import { randomInt } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FacetProcess } from '../../../harness/installation.ts'
import { pause } from '../../../harness/numbers.ts'
import type { SourceChange } from '../../../harness/source-changes.ts'
import { addDeployment, brokenModel, buildEnd, modelOf, sendModel, type TrialDeployment } from '../../../harness/hosting/deployments.ts'
import { compileProgram, startedBy } from '../../../harness/hosting/engine-processes.ts'
import type { HostingStage } from '../../../harness/hosting/stage.ts'
import { type Ground, groundIn, leftBehind, runningOf, settingsOf } from './left.ts'
import { killable, ofBrokenModel, placeVariable, whileCompiling } from './build-places.ts'

export type BuildRound = { place: string; isHit: boolean; end: string; expected: string; tookMs: number; left: string[] }

/** A serving process, and workers that are killed beside it and replaced in the same folders. */
export type BuildKilling = {
  stage: HostingStage
  server: FacetProcess
  deployment: TrialDeployment
  ground: Ground
  /** The factor of the model that was uploaded last. */
  factor: number
  dead: number[]
  say: (line: string) => void
}

const hitWithinMs = 90_000

export const prepareBuilds = async (
  stage: HostingStage,
  server: FacetProcess,
  name: string,
  say: (line: string) => void,
): Promise<BuildKilling> => {
  const ground = groundIn(join(stage.folder, name))
  const deployment = await addDeployment(stage, server, name, { TRIAL_MARK: ground.mark })
  return {
    stage,
    server,
    deployment,
    ground,
    factor: 1,
    dead: [],
    say,
  }
}

const placeFile = ({ ground }: BuildKilling): string => `${ground.dataFolder}.place`

const setPlace = (killing: BuildKilling, place: string): void => writeFileSync(placeFile(killing), place)

export const startBuildWorker = (killing: BuildKilling, changes: readonly SourceChange[] = []): Promise<FacetProcess> => {
  const { stage, ground } = killing
  setPlace(killing, '')
  return stage.serve({
    changes: [...killable, ...changes],
    // The gateway is there to be asked whether the process is ready.
    roles: 'worker,gateway',
    settings: { ...settingsOf(ground), [placeVariable]: placeFile(killing) },
  })
}

const isHit = async (worker: FacetProcess, place: string): Promise<boolean> => {
  const deadline = performance.now() + hitWithinMs
  while (!worker.hasExited() && performance.now() < deadline) {
    if (place === whileCompiling && startedBy(worker.pid, compileProgram).length > 0) {
      await pause(randomInt(0, 500))
      await worker.kill('SIGKILL')
      return true
    }
    await pause(15)
  }
  return worker.hasExited()
}

/** Kills the worker in this place of a build and starts another. Returns the new worker and the outcome of the build. */
export const killBuild = async (
  killing: BuildKilling,
  worker: FacetProcess,
  place: string,
  changes: readonly SourceChange[] = [],
): Promise<{ worker: FacetProcess; round: BuildRound }> => {
  const { stage, server, deployment, ground, dead, say } = killing
  const expected = place === ofBrokenModel ? 'failed' : 'built'
  killing.factor += 1
  setPlace(killing, place)
  const startedMs = performance.now()
  await sendModel(stage, server, deployment, expected === 'failed' ? brokenModel() : modelOf(killing.factor))
  const hit = await isHit(worker, place)
  if (!hit) await worker.kill('SIGKILL')
  dead.push(worker.pid)
  const running = await runningOf(ground, [server.pid])
  const next = await startBuildWorker(killing, changes)
  const end = await buildEnd(stage, deployment)
  // The step has ended by then, its folder goes right afterwards.
  await pause(500)
  const left = [...running, ...leftBehind(ground, dead, next.pid)]
  const round = { place, isHit: hit, end: end?.status ?? 'none', expected, tookMs: Math.round(performance.now() - startedMs), left }
  say(
    `killed ${place}${hit ? '' : ' (NOT MET)'}: ${round.end} after ${round.tookMs} ms${left.length > 0 ? `, left ${left.join(', ')}` : ''}${end?.errorText && expected === 'built' ? `, ${end.errorText}` : ''}`,
  )
  return { worker: next, round }
}
