import { randomInt } from 'node:crypto'
import { readdirSync } from 'node:fs'
import type { DbtSyncRun } from '@facet/contract'
import type { FacetProcess } from '../../../harness/installation.ts'
import { pause } from '../../../harness/numbers.ts'
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
import { ofBrokenModel } from './build-places.ts'
import { killable, type Source } from './sync-places.ts'
import { prepareWorkers, type Workers } from './workers.ts'

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

export type SyncKilling = {
  stage: SyncStage
  workers: Workers
  deployment: SyncDeployment
  repository: DbtRepository
  packageUrl: string
  /** Duration of each phase in an undisturbed run. */
  durationsMs: Map<string, number>
  made: number
  say: (line: string) => void
}

const branchName = 'review'
const hitWithinMs = 120_000
const longClone = 1500

export const prepareSyncs = async (stage: SyncStage, server: FacetProcess, say: (line: string) => void): Promise<SyncKilling> => {
  const deployment = await addSyncDeployment(stage, stage.clientOf(server), 'syncs')
  return {
    ...{ stage, deployment, say },
    workers: prepareWorkers(stage, server, 'syncs', killable),
    repository: await connectRepository(stage, deployment),
    packageUrl: await addPackage(stage),
    durationsMs: new Map(),
    made: 0,
  }
}

/** A random time within the phase, in most cases before its end. */
const momentIn = ({ durationsMs }: SyncKilling, place: string): number => {
  const phase = /^in (\w+)$/.exec(place)?.[1] ?? ''
  return randomInt(0, Math.max(2, Math.round(0.9 * (durationsMs.get(phase) ?? 0))))
}

const broken = { 'models/marts/broken.sql': "select 1\nfrom {{ ref('nowhere')\n" }

/** Starts a run with a change to commit. */
export const startRun = async (killing: SyncKilling, source: Source, files: Record<string, string> = {}): Promise<StartedSync> => {
  const { deployment, repository, packageUrl } = killing
  const text = `Change ${++killing.made}`
  if (source === 'manifest') return startSync(deployment, { manifestId: await pushManifest(deployment, text), branchName })
  await repository.change(text, { ...(source === 'packages' ? packagesFile(packageUrl) : {}), ...files })
  return startSync(deployment, { branchName })
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

/** Abandoned transactions, which keep their locks. */
const idleTransactions = async ({ stage }: SyncKilling): Promise<string[]> => {
  const rows = await stage.installation.sql<{ pid: number }>(
    "select pid from pg_stat_activity where state like 'idle in transaction%' and xact_start < now() - interval '5 seconds'",
  )
  return rows.map(({ pid }) => `transaction of backend ${pid}`)
}

const graceMs = 10_000

/** What dead workers and completed runs left after a grace period, in which the live worker removes the folder of its last step. */
const leftOf = async (killing: SyncKilling, worker: FacetProcess): Promise<string[]> => {
  const { workers } = killing
  const deadline = performance.now() + graceMs
  for (;;) {
    const locks = lockFiles(workers.dataFolder).map((path) => `lock ${path}`)
    const left = [...workers.left(worker), ...locks, ...(await idleTransactions(killing))]
    if (left.length === 0 || performance.now() > deadline) return left
    await pause(100)
  }
}

/** Where a worker is killed, and the source of the run. With `isHeld`, the git host responds only after the next worker has started. */
export type KillPlace = { phase: string; place: string; source: Source; isHeld?: boolean }

/** Kills the worker in this place of a run and starts another. Returns the new worker and the outcome of the run. */
export const killSync = async (
  killing: SyncKilling,
  worker: FacetProcess,
  { phase, place, source, isHeld = false }: KillPlace,
): Promise<{ worker: FacetProcess; round: SyncRound }> => {
  const { stage, workers, say } = killing
  const isBroken = place === ofBrokenModel
  workers.setPlace(place, isHeld ? randomInt(0, longClone) : momentIn(killing, place))
  const fetches = isHeld ? stage.holdFetches() : null
  const sync = await startRun(killing, source, isBroken ? broken : {})
  const isHit = await workers.untilKilled(worker, hitWithinMs)
  const killedMs = performance.now()
  // Sandboxed processes die with their worker. A git process that waits for its remote is killed when the next worker starts.
  const outlived = isHeld ? [] : await workers.running()
  const next = await workers.start()
  const running = [...outlived, ...(await workers.running(next))]
  fetches?.release()
  const run = await syncEnd(sync)
  const recoveryMs = Math.round(performance.now() - killedMs)
  const left = [...running, ...(await leftOf(killing, next))]
  const wrongCommits = await checkCommits(killing, run)
  const round = { phase, place, isHit, end: run.status, expected: isBroken ? 'FAILED' : 'COMPLETED', recoveryMs, wrongCommits, left }
  const problems = [...left, ...wrongCommits, ...(run.status === round.expected ? [] : [run.errorMessage ?? 'no end'])]
  say(`${phase}: killed ${place}${isHit ? '' : ' (NOT MET)'}: ${round.end} after ${recoveryMs} ms ${problems.join(', ')}`)
  return { worker: next, round }
}
