import type { SyncStage } from '../../../harness/dbt/sync-stage.ts'
import { requireCompleted } from '../../../harness/dbt/syncs.ts'
import type { FacetProcess } from '../../../harness/installation.ts'
import { againIfHeldUp } from '../../../harness/machine.ts'
import type { SourceChange } from '../../../harness/source-changes.ts'
import type { Finding, TrialOptions } from '../../../trial.ts'
import { buildEnd } from '../../../harness/hosting/deployments.ts'
import { leftBehind, runningOf } from './left.ts'
import { afterCommit, killable, phases, within } from './sync-places.ts'
import { type KillPlace, killSync, prepareSyncs, slow, startRun, startSyncWorker, type SyncKilling, type SyncRound } from './sync-rounds.ts'

// Temporal detects a dead worker by missing heartbeats; another worker then repeats the run from the clone.
const heartbeatTimeoutMs = 10_000
const maxRecoveryMs = heartbeatTimeoutMs + 30_000

/** Planted: a second attempt ignores the commit of the first and always commits. */
const commitsAgain: SourceChange[] = [
  {
    file: 'domains/dbt/engine/publish/plan-run.ts',
    find: 'const made = start.isNew ? undefined :',
    put: 'const made = start.isNew || !start.isNew ? undefined :',
  },
  {
    file: 'domains/dbt/engine/publish/commit-run.ts',
    find: 'changes.length === 0 ? null : await',
    put: 'changes.length < 0 ? null : await',
  },
]
/** Planted: a start does not clean up after dead workers. */
const leavesAll: SourceChange[] = [
  {
    file: 'domains/hosting/area.ts',
    find: 'cleanUp: ({ runFolder }) => removeLeftSandboxes(runFolder),',
    put: 'cleanUp: async () => undefined,',
  },
]
/** Planted: sandboxed processes outlive their worker. */
const outlives: SourceChange[] = [
  {
    file: 'adapters/sandbox/arguments.ts',
    find: "'--new-session', '--die-with-parent', '--clearenv'",
    put: "'--new-session', '--clearenv'",
  },
]
/** Planted: remotes keep temporary files outside the folder of the worker. */
const temporaryFiles: SourceChange[] = [
  { file: 'domains/modeling/engine/open.ts', find: 'caFile: config.remoteCaFile, folder }', put: 'caFile: config.remoteCaFile }' },
]
/** Planted: a git process of a killed worker continues. */
const leavesChildren: SourceChange[] = [
  { file: 'domains/modeling/engine/repositories/work-folder.ts', find: '    await endLeftChildren(left)\n', put: '' },
]
/** Planted: a run ends without writing its outcome. */
const noEnd: SourceChange[] = [
  {
    file: 'domains/dbt/engine/syncs/publish-model.ts',
    find: 'const isFirst = await recordOutcome(db, sync, outcome)',
    put: "const isFirst = outcome.status === 'COMPLETED'",
  },
]

/** Measures the phases of undisturbed runs. */
const learnDurations = async (killing: SyncKilling): Promise<void> => {
  for (const source of ['packages', 'manifest'] as const)
    for (const { phase, durationMs } of (await requireCompleted(await startRun(killing, source))).phases ?? [])
      killing.durationsMs.set(phase, durationMs)
}

/** Stops the last worker in order, and lists what it leaves behind. */
const endInOrder = async ({ ground, server, dead }: SyncKilling, worker: FacetProcess): Promise<string[]> => {
  await worker.kill()
  return [...(await runningOf(ground, [server.pid])), ...leftBehind(ground, [...dead, worker.pid], null)]
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
  let worker = await startSyncWorker(killing)
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
  return { rounds, expectedKills: killsOfEach * due.length, leftAtEnd: await endInOrder(killing, worker) }
}

const killPlanted = async (killing: SyncKilling, at: Omit<KillPlace, 'phase'>, changes: readonly SourceChange[]): Promise<SyncRound> => {
  const killed = await killSync(killing, await startSyncWorker(killing, changes), { phase: 'planted', ...at }, changes)
  await killed.worker.kill()
  return killed.round
}

const hasLeft = ({ left }: SyncRound, kind: string): boolean => left.some((what) => what.startsWith(kind))

const findPlanted = async (killing: SyncKilling) => {
  const committed = await killPlanted(killing, { place: afterCommit, source: 'manifest' }, [...commitsAgain, ...leavesAll])
  const unended = await killPlanted(killing, { place: 'before COMMIT', source: 'manifest' }, noEnd)
  const parse = { place: within('dbt_parse'), source: 'repository', afterMs: 2500, files: slow } as const
  const parsed = await killPlanted(killing, parse, outlives)
  const clone = { place: within('repo_clone'), source: 'repository', isHeld: true, afterMs: 1500 } as const
  // Not combined: a git process with its files elsewhere is not recognized as one of the worker.
  const elsewhere = await killPlanted(killing, clone, temporaryFiles)
  const cloned = await killPlanted(killing, clone, leavesChildren)
  return {
    commitsAgain: committed.wrongCommits.length > 0,
    leavesAll: hasLeft(committed, 'run/'),
    noEnd: unended.end !== 'COMPLETED',
    outlives: hasLeft(parsed, 'process '),
    temporaryFiles: hasLeft(elsewhere, 'tmp/'),
    leavesChildren: hasLeft(cloned, 'process '),
  }
}

const summaryOf = (rounds: readonly SyncRound[]) => ({
  kills: rounds.length,
  ends: Object.fromEntries([...Map.groupBy(rounds, ({ end }) => end)].map(([end, of]) => [end, of.length])),
  maxRecoveryMs: Math.max(...rounds.map(({ recoveryMs }) => recoveryMs)),
})

export const syncPlants = [killable, commitsAgain, leavesAll, outlives, noEnd, temporaryFiles, leavesChildren]

/** Kills the worker in the phases of a dbt sync. */
export const killSyncs = async (stage: SyncStage, server: FacetProcess, { quick, plants, say }: TrialOptions): Promise<Finding> => {
  const planted = plants ? await findPlanted(await prepareSyncs(stage, server, 'planted-syncs', say)) : undefined
  if (planted) say(`planted: ${JSON.stringify(planted)}`)
  const killing = await prepareSyncs(stage, server, 'syncs', say)
  const { rounds, expectedKills, leftAtEnd } = await killEverywhere(killing, quick)
  const byPhase = Object.fromEntries([...Map.groupBy(rounds, ({ phase }) => phase)].map(([phase, of]) => [phase, summaryOf(of)]))
  const wrongEnds = rounds.filter(({ end, expected }) => end !== expected).map(({ phase, place, end }) => `${phase}, ${place}: ${end}`)
  const wrongCommits = rounds.flatMap((round) => round.wrongCommits)
  const left = [...new Set([...rounds.flatMap((round) => round.left), ...leftAtEnd])]
  const notMet = rounds.filter((round) => !round.isHit).map(({ phase, place }) => `${phase}, ${place}`)
  return {
    isPassed:
      rounds.length === expectedKills &&
      [notMet, wrongEnds, wrongCommits, left].every(({ length }) => length === 0) &&
      Object.values(planted ?? {}).every(Boolean) &&
      (quick || rounds.every(({ recoveryMs }) => recoveryMs <= maxRecoveryMs)),
    figures: { kills: rounds.length, byPhase, notMet, wrongEnds, wrongCommits, left, planted },
  }
}
