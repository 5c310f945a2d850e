import type { FacetProcess } from '../harness/installation.ts'
import { againIfHeldUp, underConditions } from '../harness/machine.ts'
import { findingOf } from '../harness/gate.ts'
import type { SourceChange } from '../harness/source-changes.ts'
import { leftBehind, runningOf } from '../hosting/build-kill/left.ts'
import { buildEnd } from '../hosting/stage/deployments.ts'
import type { Trial } from '../trial.ts'
import { requireCompleted } from './stage/syncs.ts'
import { openSyncStage } from './stage/sync-stage.ts'
import { afterCommit, killable, phases, within } from './sync-kill/places.ts'
import { type Killing, killIn, type KillPlace, prepareKilling, type Round, slow, startRun, startWorker } from './sync-kill/rounds.ts'

// A dead worker is noticed by its missing heartbeats, and another begins again from the clone.
const heartbeatTimeoutMs = 10_000
const maxRecoveryMs = heartbeatTimeoutMs + 30_000

/** A second attempt does not look for the commit of the first, and commits whether or not there is something to change. */
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
const leavesAll: SourceChange[] = [
  {
    file: 'domains/hosting/area.ts',
    find: 'cleanUp: ({ runFolder }) => removeLeftSandboxes(runFolder),',
    put: 'cleanUp: async () => undefined,',
  },
]
/** What runs in a sandbox goes on when its worker is dead. */
const outlives: SourceChange[] = [
  {
    file: 'adapters/sandbox/arguments.ts',
    find: "'--new-session', '--die-with-parent', '--clearenv'",
    put: "'--new-session', '--clearenv'",
  },
]
/** Remotes have their files where everybody has. */
const temporaryFiles: SourceChange[] = [
  { file: 'domains/modeling/engine/open.ts', find: 'caFile: config.remoteCaFile, folder }', put: 'caFile: config.remoteCaFile }' },
]
/** The git that a killed worker ran goes on. */
const leavesChildren: SourceChange[] = [
  { file: 'domains/modeling/engine/repositories/work-folder.ts', find: '    await endLeftChildren(left)\n', put: '' },
]
/** Says that a run is over and does not write its outcome. */
const noEnd: SourceChange[] = [
  {
    file: 'domains/dbt/engine/syncs/publish-model.ts',
    find: 'const isFirst = await recordOutcome(db, sync, outcome)',
    put: "const isFirst = outcome.status === 'COMPLETED'",
  },
]

/** Runs that nothing disturbs, of each source: how long their phases take. */
const learnDurations = async (killing: Killing): Promise<void> => {
  for (const source of ['packages', 'manifest'] as const)
    for (const { phase, durationMs } of (await requireCompleted(await startRun(killing, source))).phases ?? [])
      killing.durationsMs.set(phase, durationMs)
}

/** The worker after the last kill ends in order, and nothing is left then. */
const endInOrder = async ({ ground, server, dead }: Killing, worker: FacetProcess): Promise<string[]> => {
  await worker.kill()
  return [...(await runningOf(ground, [server.pid])), ...leftBehind(ground, [...dead, worker.pid], null)]
}

const isWrong = ({ isHit, end, expected, wrongCommits, left }: Round): boolean =>
  !isHit || end !== expected || wrongCommits.length > 0 || left.length > 0

type Killed = Awaited<ReturnType<typeof killIn>>

const killEverywhere = async (killing: Killing, killsOfEach: number, maxMs: number) => {
  let worker = await startWorker(killing)
  await buildEnd(killing.stage, killing.deployment)
  await learnDurations(killing)
  killing.say(`undisturbed: ${JSON.stringify(Object.fromEntries(killing.durationsMs))}`)
  const rounds: Round[] = []
  const kill = async (at: KillPlace): Promise<Killed> => {
    const killed = await killIn(killing, worker, at)
    worker = killed.worker
    return killed
  }
  // Only what was too slow, and nothing else, is the machine's.
  const isSettled = ({ round }: Killed): boolean => round.recoveryMs <= maxMs || isWrong(round)
  const describe = ({ round }: Killed): string => `${round.place} took ${round.recoveryMs} ms`
  for (let made = 0; made < killsOfEach; made++)
    for (const { places, ...of } of phases) {
      const at = { ...of, place: places[made % places.length] ?? '' }
      rounds.push((await againIfHeldUp(() => kill(at), isSettled, killing.say, describe)).round)
    }
  return { rounds, leftAtEnd: await endInOrder(killing, worker) }
}

const killPlanted = async (killing: Killing, at: Omit<KillPlace, 'phase'>, changes: readonly SourceChange[]): Promise<Round> => {
  const killed = await killIn(killing, await startWorker(killing, changes), { phase: 'planted', ...at }, changes)
  await killed.worker.kill()
  return killed.round
}

const hasLeft = ({ left }: Round, kind: string): boolean => left.some((what) => what.startsWith(kind))

const findPlanted = async (killing: Killing, quick: boolean) => {
  const committed = await killPlanted(killing, { place: afterCommit, source: 'manifest' }, [...commitsAgain, ...leavesAll])
  const found = { commitsAgain: committed.wrongCommits.length > 0, leavesAll: hasLeft(committed, 'run/') }
  if (quick) return found
  const unended = await killPlanted(killing, { place: 'before COMMIT', source: 'manifest' }, noEnd)
  const parse = { place: within('dbt_parse'), source: 'repository', afterMs: 2500, files: slow } as const
  const parsed = await killPlanted(killing, parse, outlives)
  const clone = { place: within('repo_clone'), source: 'repository', isHeld: true, afterMs: 1500 } as const
  // One after the other: with its files elsewhere, git is not known as one of the worker's, by which it is found when it goes on.
  const elsewhere = await killPlanted(killing, clone, temporaryFiles)
  const cloned = await killPlanted(killing, clone, leavesChildren)
  return {
    ...found,
    noEnd: unended.end !== 'COMPLETED',
    outlives: hasLeft(parsed, 'process '),
    temporaryFiles: hasLeft(elsewhere, 'tmp/'),
    leavesChildren: hasLeft(cloned, 'process '),
  }
}

const summaryOf = (rounds: readonly Round[]) => ({
  kills: rounds.length,
  ends: Object.fromEntries([...Map.groupBy(rounds, ({ end }) => end)].map(([end, of]) => [end, of.length])),
  maxRecoveryMs: Math.max(...rounds.map(({ recoveryMs }) => recoveryMs)),
})

export const trial: Trial = {
  family: 'faults',
  name: 'sync-kill',
  runsOn: 'landing',
  summary: 'SIGKILL of the worker in each phase of a dbt sync',
  claim: 'A dbt sync survives the loss of its worker: one outcome, one commit, nothing left behind.',
  gate: 'Expected outcome and exactly one commit per run. No process, folder, socket, lock or transaction of a dead worker after the next start.',
  onFailure:
    '`wrongEnds`: a step is not idempotent. `wrongCommits`: a retry misses the previous commit (`publish/plan-run.ts`). `left` names the leftover.',
  watches: [
    'dbt/engine',
    'dbt/activities',
    'dbt/tasks',
    'dbt/area',
    'adapters/dbt',
    'adapters/temporal',
    'adapters/sandbox',
    'process/worker',
  ],
  plants: [killable, commitsAgain, leavesAll, outlives, noEnd, temporaryFiles, leavesChildren],
  needs: ['postgres', 'temporal', 'cube', 'bubblewrap', 'dbt'],
  short: { seconds: 330, pace: 'waits' },
  run: async ({ quick, say }) => {
    const killsOfEach = quick ? 2 : 20
    const stage = await openSyncStage()
    try {
      const server = await stage.serve({ roles: 'api,authoring,gateway' })
      // First: had these not been seen, the hour that follows would say nothing.
      const planted = await findPlanted(await prepareKilling(stage, server, 'planted', say), quick)
      say(`faults of our own: ${JSON.stringify(planted)}`)
      const killing = await prepareKilling(stage, server, 'killed', say)
      const maxMs = quick ? Number.POSITIVE_INFINITY : maxRecoveryMs
      const { value, conditions } = await underConditions(() => killEverywhere(killing, killsOfEach, maxMs))
      const { rounds, leftAtEnd } = value
      const byPhase = Object.fromEntries([...Map.groupBy(rounds, ({ phase }) => phase)].map(([phase, of]) => [phase, summaryOf(of)]))
      const wrongEnds = rounds.filter(({ end, expected }) => end !== expected).map(({ phase, place, end }) => `${phase}, ${place}: ${end}`)
      const wrongCommits = rounds.flatMap((round) => round.wrongCommits)
      const left = [...new Set([...rounds.flatMap((round) => round.left), ...leftAtEnd])]
      const notMet = rounds.filter((round) => !round.isHit).map(({ phase, place }) => `${phase}, ${place}`)
      return findingOf(quick, {
        isHeld:
          rounds.length === killsOfEach * phases.length &&
          [notMet, wrongEnds, wrongCommits, left].every(({ length }) => length === 0) &&
          Object.values(planted).every(Boolean),
        isReached: rounds.every(({ recoveryMs }) => recoveryMs <= maxRecoveryMs),
        figures: {
          kills: rounds.length,
          byPhase,
          notMet,
          wrongEnds,
          wrongCommits,
          left,
          maxRecoveryMs: summaryOf(rounds).maxRecoveryMs,
          planted,
          ...conditions,
        },
      })
    } finally {
      await stage.close()
    }
  },
}
