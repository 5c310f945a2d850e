import type { SyncStage } from '../../../harness/dbt/sync-stage.ts'
import { requireCompleted } from '../../../harness/dbt/syncs.ts'
import { buildEnd } from '../../../harness/hosting/deployments.ts'
import type { FacetProcess } from '../../../harness/installation.ts'
import { againIfHeldUp } from '../../../harness/machine.ts'
import type { Finding, TrialOptions } from '../../../trial.ts'
import { afterCommit, phases } from './sync-places.ts'
import { type KillPlace, killSync, prepareSyncs, startRun, type SyncKilling, type SyncRound } from './sync-rounds.ts'

// Temporal detects a dead worker by missing heartbeats; another worker then repeats the run from the clone.
const heartbeatTimeoutMs = 10_000
const maxRecoveryMs = heartbeatTimeoutMs + 30_000

/** Measures the phases of undisturbed runs. */
const learnDurations = async (killing: SyncKilling): Promise<void> => {
  for (const source of ['packages', 'manifest'] as const)
    for (const { phase, durationMs } of (await requireCompleted(await startRun(killing, source))).phases ?? [])
      killing.durationsMs.set(phase, durationMs)
}

const isWrong = ({ isHit, end, expected, wrongCommits, left }: SyncRound): boolean =>
  !isHit || end !== expected || wrongCommits.length > 0 || left.length > 0

type Killed = Awaited<ReturnType<typeof killSync>>

// Assumed durations of the short form, which measures none. A phase that ends earlier is killed at its end.
const assumedMs = { dbt_parse: 2000 }

const shortPhases = new Set(['clone', 'parse', 'commit'])

const killEverywhere = async (killing: SyncKilling, quick: boolean) => {
  const [killsOfEach, maxMs] = quick ? [1, Number.POSITIVE_INFINITY] : [20, maxRecoveryMs]
  const due = quick ? phases.filter(({ phase }) => shortPhases.has(phase)) : phases
  let worker = await killing.workers.start()
  await buildEnd(killing.stage, killing.deployment)
  if (quick) for (const [phase, ms] of Object.entries(assumedMs)) killing.durationsMs.set(phase, ms)
  else await learnDurations(killing)
  killing.say(`phases: ${JSON.stringify(Object.fromEntries(killing.durationsMs))}`)
  const rounds: SyncRound[] = []
  const kill = async (at: KillPlace): Promise<Killed> => {
    const killed = await killSync(killing, worker, at)
    worker = killed.worker
    return killed
  }
  // Repeat a round that was only too slow, because the machine may have been paused.
  const isSettled = ({ round }: Killed): boolean => round.recoveryMs <= maxMs || isWrong(round)
  const describe = ({ round }: Killed): string => `${round.place} took ${round.recoveryMs} ms`
  for (let made = 0; made < killsOfEach; made++)
    for (const { places, ...of } of due) {
      // The short form kills a commit after COMMIT, where a repetition could commit twice.
      const place = quick && places.includes(afterCommit) ? afterCommit : places[made % places.length]
      const at = { ...of, place: place ?? '' }
      rounds.push((await againIfHeldUp(() => kill(at), isSettled, killing.say, describe)).round)
    }
  return { rounds, expectedKills: killsOfEach * due.length, leftAtEnd: await killing.workers.stop(worker) }
}

const summaryOf = (rounds: readonly SyncRound[]) => ({
  kills: rounds.length,
  ends: Object.fromEntries([...Map.groupBy(rounds, ({ end }) => end)].map(([end, of]) => [end, of.length])),
  maxRecoveryMs: Math.max(...rounds.map(({ recoveryMs }) => recoveryMs)),
})

/** Kills the worker in the phases of a dbt sync. */
export const killSyncs = async (stage: SyncStage, server: FacetProcess, { quick, say }: TrialOptions): Promise<Finding> => {
  const { rounds, expectedKills, leftAtEnd } = await killEverywhere(await prepareSyncs(stage, server, say), quick)
  const byPhase = Object.fromEntries([...Map.groupBy(rounds, ({ phase }) => phase)].map(([phase, of]) => [phase, summaryOf(of)]))
  const wrongEnds = rounds.filter(({ end, expected }) => end !== expected).map(({ phase, place, end }) => `${phase}, ${place}: ${end}`)
  const wrongCommits = rounds.flatMap((round) => round.wrongCommits)
  const left = [...new Set([...rounds.flatMap((round) => round.left), ...leftAtEnd])]
  const notMet = rounds.filter((round) => !round.isHit).map(({ phase, place }) => `${phase}, ${place}`)
  return {
    isPassed:
      rounds.length === expectedKills &&
      [notMet, wrongEnds, wrongCommits, left].every(({ length }) => length === 0) &&
      (quick || rounds.every(({ recoveryMs }) => recoveryMs <= maxRecoveryMs)),
    figures: { kills: rounds.length, byPhase, notMet, wrongEnds, wrongCommits, left },
  }
}
