import type { DbtSyncRun } from '@facet/contract'
import type { FacetProcess } from '../../harness/installation.ts'
import { pause } from '../../harness/numbers.ts'
import { findCommits } from '../stage/commits.ts'
import { listRuns, type StartedSync, syncEnd } from '../stage/syncs.ts'
import type { SyncStage } from '../stage/sync-stage.ts'
import type { QueueTenant } from './tenants.ts'
import { type QueueSeen, watchQueue } from './watch-queue.ts'

export type QueueGround = { stage: SyncStage; server: FacetProcess; noisy: QueueTenant; quiet: readonly QueueTenant[] }

export type Rush = QueueSeen & {
  ends: Record<string, number>
  /** Of each quiet tenant: how many runs of the noisy one had ended before its own had. */
  noisyBefore: number[]
  quietMs: number[]
  noisyMs: number
  wrongCommits: number
}

/** All that the noisy tenant wants, and only then one of each quiet tenant: they come last. */
export const startRush = async ({ noisy, quiet }: Pick<QueueGround, 'noisy' | 'quiet'>, noisyCount: number) => {
  const [ofNoisy, ofQuiet] = [await noisy.prepare(noisyCount), await Promise.all(quiet.map((tenant) => tenant.prepare(1)))]
  const noisySyncs: StartedSync[] = []
  for (const start of ofNoisy) noisySyncs.push(await start())
  const quietSyncs: StartedSync[] = []
  for (const start of ofQuiet.flat()) quietSyncs.push(await start())
  return { noisySyncs, quietSyncs }
}

const endedAt = ({ completedAt }: DbtSyncRun): number => Date.parse(completedAt ?? '')

const countWrongCommits = async ({ stage, noisy, quiet }: QueueGround, runs: readonly DbtSyncRun[]): Promise<number> => {
  const byRun = new Map<string, string[]>()
  for (const { deploymentId } of [noisy, ...quiet])
    for (const [run, commits] of (await findCommits(stage.installation, deploymentId)).byRun) byRun.set(run, commits)
  return runs.filter(({ syncJobId, commitHash }) => byRun.get(syncJobId)?.join(' ') !== commitHash).length
}

export const rush = async (ground: QueueGround, noisyCount: number, withinMs: number): Promise<Rush> => {
  const watching = watchQueue(ground.stage, ground.server.pid)
  try {
    const { noisySyncs, quietSyncs } = await startRush(ground, noisyCount)
    const quietRuns = await Promise.all(quietSyncs.map((sync) => syncEnd(sync, withinMs)))
    const noisyRuns = await Promise.all(noisySyncs.map((sync) => syncEnd(sync, withinMs)))
    const all = [...quietRuns, ...noisyRuns]
    return {
      ...(await watching.stop()),
      ends: Object.fromEntries([...Map.groupBy(all, ({ status }) => status)].map(([status, of]) => [status, of.length])),
      noisyBefore: quietRuns.map((run) => noisyRuns.filter((other) => endedAt(other) < endedAt(run)).length),
      quietMs: quietRuns.map(({ durationMs }) => durationMs ?? 0),
      noisyMs: Math.max(...noisyRuns.map(({ durationMs }) => durationMs ?? 0)),
      wrongCommits: await countWrongCommits(ground, all),
    }
  } finally {
    await watching.stop()
  }
}

/** Whether more runs of the noisy tenant end than may before every quiet one has ended. */
export const isQueuedBehind = async (
  { noisy, quiet }: Pick<QueueGround, 'noisy' | 'quiet'>,
  maxBefore: number,
  withinMs: number,
): Promise<boolean> => {
  const completed = async (tenant: QueueTenant): Promise<number> => (await listRuns(tenant, { status: 'COMPLETED' })).length
  const before = { noisy: await completed(noisy), quiet: await Promise.all(quiet.map(completed)) }
  const deadline = performance.now() + withinMs
  for (;;) {
    const now = await Promise.all(quiet.map(completed))
    if (now.every((count, at) => count > (before.quiet[at] ?? 0))) return false
    if ((await completed(noisy)) - before.noisy > maxBefore) return true
    if (performance.now() > deadline) return false
    await pause(200)
  }
}
