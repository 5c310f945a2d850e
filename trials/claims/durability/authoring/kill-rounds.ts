import { againIfHeldUp } from '../../../harness/machine.ts'
import { median, pause } from '../../../harness/numbers.ts'
import type { Fleet, FleetNode } from './fleet.ts'
import { ambushes, type Phase } from './kill-phases.ts'
import { countLost, type Expected, isLossless, type Losses } from './lost-tokens.ts'
import { type Model, newToken, type Put, putFile } from './models.ts'
import { isPassing, type TokenWriters } from './token-writers.ts'

export type Round = { phase: Phase; isHit: boolean; takeOverMs: number; losses: Losses }

export const maxTakeOverMs = 10_000

const maxAmbushMs = 15_000
const givenUpMs = 30_000
const retryPauseMs = 25

/** Time until one of the other nodes confirms a write to the same deployment. */
export const takeOver = async (fleet: Fleet, model: Model, others: FleetNode[], sinceMs: number): Promise<{ put: Put; tookMs: number }> => {
  const put = newToken('take-over')
  for (let turn = 0; performance.now() < sinceMs + givenUpMs; turn++) {
    const answer = await putFile(fleet, others[turn % others.length] as FleetNode, model, put)
    if (answer.status === 200) return { put, tookMs: performance.now() - sinceMs }
    if (!isPassing(answer)) throw new Error(`A takeover was refused: ${answer.status} ${answer.code}`)
    await pause(retryPauseMs)
  }
  throw new Error(`No node took over deployment ${model.deploymentId} within ${givenUpMs} ms.`)
}

export type KillTrial = {
  fleet: Fleet
  models: Model[]
  writers: TokenWriters
  /** Writes confirmed during takeovers. */
  taken: Expected[]
  /** Nodes that are starting. */
  restarts: Set<Promise<void>>
}

/** Restarts a node in the background. `untilTwoAreUp` ensures that two nodes are up before the next kill. */
const restart = (trial: Pick<KillTrial, 'restarts'>, node: FleetNode): void => {
  const starting = node.start().finally(() => trial.restarts.delete(starting))
  trial.restarts.add(starting)
}

const untilTwoAreUp = async ({ fleet, restarts }: KillTrial): Promise<void> => {
  while (fleet.nodes.filter(({ isUp }) => isUp()).length < 2) await Promise.race(restarts)
}

const isAppearing = async (fleet: Fleet, model: Model, put: Put, node: FleetNode): Promise<boolean> =>
  (await countLost(fleet, [{ ...put, model }], node, [model])).inStore === 0

/** Kills the owner of a data model while a write is in the phase. */
const killIn = async (trial: KillTrial, phase: Phase, round: number): Promise<Round> => {
  const { fleet, models, writers } = trial
  await untilTwoAreUp(trial)
  const model = models[round % models.length] as Model
  const owner = await fleet.ownerOf(model.deploymentId)
  const ambush = ambushes[phase](fleet, owner, model, round)
  const isReached = await Promise.race([ambush.reached.then(() => true), pause(maxAmbushMs).then(() => false)])
  const isHit = isReached && (writers.underWay() > 0 || ambush.neverWritten !== undefined)
  const killedMs = performance.now()
  await owner.kill()
  ambush.clear()
  restart(trial, owner)
  const { put, tookMs } = await takeOver(
    fleet,
    model,
    fleet.nodes.filter((node) => node !== owner && node.isUp()),
    killedMs,
  )
  trial.taken.push({ ...put, model })
  const witness = fleet.nodes.find((node) => node !== owner && node.isUp()) as FleetNode
  const losses = await countLost(fleet, confirmedOn(trial, model), witness, [model])
  const { neverWritten } = ambush
  if (neverWritten && (await isAppearing(fleet, model, neverWritten, witness))) losses.broken.push(`${neverWritten.path} was written`)
  return { phase, isHit, takeOverMs: tookMs, losses }
}

const confirmedOn = ({ writers, taken }: KillTrial, model: Model): Expected[] =>
  [...writers.acknowledged, ...taken].filter((write) => write.model === model)

/** A slow round may be repeated. A round with losses is final. */
const isQuickEnough = ({ takeOverMs, losses }: Round): boolean => takeOverMs <= maxTakeOverMs || !isLossless(losses)

/** A kill between two writes says nothing. So many of them are repeated on top of one per wanted kill. */
const extraMisses = 4

/** Kills until `count` kills interrupted a write. */
export const killRounds = async (trial: KillTrial, phase: Phase, count: number, say: (line: string) => void) => {
  const rounds: Round[] = []
  let missed = 0
  while (rounds.length < count && missed < count + extraMisses) {
    const place = rounds.length + missed
    const round = await againIfHeldUp(() => killIn(trial, phase, place), isQuickEnough, say)
    if (round.isHit) rounds.push(round)
    else missed++
    if (!isLossless(round.losses)) say(`${phase}: ${JSON.stringify(round.losses)}`)
  }
  if (rounds.length === 0) throw new Error(`${phase}: none of ${missed} kills interrupted a write.`)
  const times = rounds.map(({ takeOverMs }) => takeOverMs)
  say(`${phase}: ${rounds.length} kills, ${missed} missed, taken over after ${Math.round(median(times))} ms`)
  return { rounds, missed }
}
