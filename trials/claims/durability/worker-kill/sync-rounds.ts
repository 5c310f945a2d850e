import { randomInt } from 'node:crypto'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DbtSyncRun } from '@facet/contract'
import type { FacetProcess } from '../../../harness/installation.ts'
import { pause } from '../../../harness/numbers.ts'
import type { SourceChange } from '../../../harness/source-changes.ts'
import { type Ground, groundIn, leftBehind, runningOf, settingsOf } from './left.ts'
import { placeVariable } from './build-places.ts'
import { findCommits } from '../../../harness/dbt/commits.ts'
import {
  addPackage,
  addSyncDeployment,
  connectRepository,
  type DbtRepository,
  packagesFile,
  pushManifest,
  type SyncDeployment,
} from '../../../harness/dbt/projects.ts'
import { type StartedSync, startSync, syncEnd } from '../../../harness/dbt/syncs.ts'
import type { SyncStage } from '../../../harness/dbt/sync-stage.ts'
import { killable, ofBrokenModel, type Source } from './sync-places.ts'

export type SyncRound = {
  phase: string
  place: string
  isHit: boolean
  end: string
  expected: string
  /** From the kill to the end of the run. */
  recoveryMs: number
  /** A completed run has exactly the one commit that it names; a failed run has none. */
  wrongCommits: string[]
  left: string[]
}

/** A serving process, and workers that are killed beside it and replaced in the same folders. */
export type SyncKilling = {
  stage: SyncStage
  server: FacetProcess
  deployment: SyncDeployment
  repository: DbtRepository
  packageUrl: string
  ground: Ground
  /** Duration of each phase in an undisturbed run. */
  durationsMs: Map<string, number>
  made: number
  dead: number[]
  say: (line: string) => void
}

const branchName = 'review'
const hitWithinMs = 120_000
const longClone = 1500

export const prepareSyncs = async (
  stage: SyncStage,
  server: FacetProcess,
  name: string,
  say: (line: string) => void,
): Promise<SyncKilling> => {
  const deployment = await addSyncDeployment(stage, stage.clientOf(server), name)
  return {
    ...{ stage, server, deployment, say },
    repository: await connectRepository(stage, deployment),
    packageUrl: await addPackage(stage),
    ground: groundIn(join(stage.folder, name)),
    durationsMs: new Map(),
    made: 0,
    dead: [],
  }
}

const placeFile = ({ ground }: SyncKilling): string => `${ground.dataFolder}.place`

/** Before the end of the phase, mostly, wherever in it. */
const momentIn = ({ durationsMs }: SyncKilling, place: string): number => {
  const phase = /^in (\w+)$/.exec(place)?.[1] ?? ''
  return randomInt(0, Math.max(2, Math.round(0.9 * (durationsMs.get(phase) ?? 0))))
}

const setPlace = (killing: SyncKilling, place: string, afterMs = momentIn(killing, place)): void =>
  writeFileSync(placeFile(killing), `${place}\n${afterMs}`)

export const startSyncWorker = (killing: SyncKilling, changes: readonly SourceChange[] = []): Promise<FacetProcess> => {
  const { stage, ground } = killing
  setPlace(killing, '')
  return stage.serve({
    changes: [...killable, ...changes],
    // The gateway is there to be asked whether the process is ready.
    roles: 'worker,gateway',
    settings: { ...settingsOf(ground), [placeVariable]: placeFile(killing) },
  })
}

const broken = { 'models/marts/broken.sql': "select 1\nfrom {{ ref('nowhere')\n" }
/** Takes dbt longer than a process has to end. */
export const slow = {
  'models/marts/slow.sql': '{% for a in range(10000) %}{% for b in range(10000) %}{% set c = b %}{% endfor %}{% endfor %} select 1 as id',
}

/** A run of something new, so that it has a commit to make. */
export const startRun = async (killing: SyncKilling, source: Source, files: Record<string, string> = {}): Promise<StartedSync> => {
  const { deployment, repository, packageUrl } = killing
  const text = `Change ${++killing.made}`
  if (source === 'manifest') return startSync(deployment, { manifestId: await pushManifest(deployment, text), branchName })
  await repository.change(text, { ...(source === 'packages' ? packagesFile(packageUrl) : {}), ...files })
  return startSync(deployment, { branchName })
}

const isHit = async (worker: FacetProcess): Promise<boolean> => {
  const deadline = performance.now() + hitWithinMs
  while (!worker.hasExited() && performance.now() < deadline) await pause(10)
  return worker.hasExited()
}

const checkCommits = async ({ stage, deployment }: SyncKilling, run: DbtSyncRun): Promise<string[]> => {
  const { byRun, problems } = await findCommits(stage.installation, deployment.deploymentId)
  const made = byRun.get(run.syncJobId) ?? []
  const expected = run.status === 'COMPLETED' ? 1 : 0
  return [
    ...problems,
    ...(made.length === expected ? [] : [`${made.length} commits of a run that is ${run.status}`]),
    ...(run.status === 'COMPLETED' && run.commitHash !== made[0] ? [`it names ${run.commitHash} and made ${made[0]}`] : []),
  ]
}

const lockFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.lock'))

/** Transactions that nobody goes on with hold what they have locked. */
const idleTransactions = async ({ stage }: SyncKilling): Promise<string[]> => {
  const rows = await stage.installation.sql<{ pid: number }>(
    "select pid from pg_stat_activity where state like 'idle in transaction%' and xact_start < now() - interval '5 seconds'",
  )
  return rows.map(({ pid }) => `transaction of backend ${pid}`)
}

const graceMs = 10_000

/** What is left of the dead, and of runs that are over: a step that has ended takes its folder away right afterwards. */
const leftOf = async (killing: SyncKilling, worker: FacetProcess): Promise<string[]> => {
  const { ground, dead } = killing
  const deadline = performance.now() + graceMs
  for (;;) {
    const left = [
      ...leftBehind(ground, dead, worker.pid),
      ...lockFiles(ground.dataFolder).map((path) => `lock ${path}`),
      ...(await idleTransactions(killing)),
    ]
    if (left.length === 0 || performance.now() > deadline) return left
    await pause(100)
  }
}

/**
 * Where a worker is killed, in a run of this source; in the middle of a phase, so long after it began. With `isHeld` the git host answers
 * only when the next worker is there.
 */
export type KillPlace = { phase: string; place: string; source: Source; isHeld?: boolean; afterMs?: number; files?: Record<string, string> }

/** Kills the worker in this place of a run and starts another. Returns the new worker and the outcome of the run. */
export const killSync = async (
  killing: SyncKilling,
  worker: FacetProcess,
  { phase, place, source, isHeld = false, afterMs = isHeld ? randomInt(0, longClone) : undefined, files }: KillPlace,
  changes: readonly SourceChange[] = [],
): Promise<{ worker: FacetProcess; round: SyncRound }> => {
  const { stage, server, ground, dead, say } = killing
  const isBroken = place === ofBrokenModel
  setPlace(killing, place, afterMs)
  const fetches = isHeld ? stage.holdFetches() : null
  const sync = await startRun(killing, source, isBroken ? broken : files)
  const hit = await isHit(worker)
  if (!hit) await worker.kill('SIGKILL')
  const killedMs = performance.now()
  dead.push(worker.pid)
  // What is in a sandbox goes with its worker. A git whose remote is slow goes when the next worker begins.
  const outlived = isHeld ? [] : await runningOf(ground, [server.pid])
  const next = await startSyncWorker(killing, changes)
  const running = [...outlived, ...(await runningOf(ground, [server.pid, next.pid]))]
  fetches?.release()
  const run = await syncEnd(sync)
  const recoveryMs = Math.round(performance.now() - killedMs)
  const left = [...running, ...(await leftOf(killing, next))]
  const wrongCommits = await checkCommits(killing, run)
  const round = { phase, place, isHit: hit, end: run.status, expected: isBroken ? 'FAILED' : 'COMPLETED', recoveryMs, wrongCommits, left }
  const told = [...left, ...wrongCommits, ...(run.status === round.expected ? [] : [run.errorMessage ?? 'no end'])]
  say(
    `${phase}: killed ${place}${hit ? '' : ' (NOT MET)'}: ${round.end} after ${recoveryMs} ms${told.length > 0 ? `, ${told.join(', ')}` : ''}`,
  )
  return { worker: next, round }
}
