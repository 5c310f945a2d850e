import type { DbtSyncRun } from '@facet/contract'
import { pause } from '../numbers.ts'
import type { SyncDeployment } from './projects.ts'

export type StartedSync = SyncDeployment & { syncJobId: string; branchName: string }

type Start = Parameters<SyncDeployment['client']['startDbtSync']>[0]['body']

export const startSync = async ({ client, deploymentId }: SyncDeployment, body: Start): Promise<StartedSync> => {
  const { syncJobId, branchName } = await client.startDbtSync({ params: { deploymentId }, body })
  return { client, deploymentId, syncJobId, branchName }
}

/** The run in the list. */
export const runOf = async ({ client, deploymentId, syncJobId }: StartedSync): Promise<DbtSyncRun> => {
  for await (const run of client.items('listDbtSyncs', { params: { deploymentId }, query: { first: 100 } }))
    if (run.syncJobId === syncJobId) return run
  throw new Error(`Sync ${syncJobId} is not in the list.`)
}

/** Waits for the end of a run, or for the time limit. */
export const syncEnd = async (sync: StartedSync, withinMs = 240_000): Promise<DbtSyncRun> => {
  const deadline = performance.now() + withinMs
  for (;;) {
    const run = await runOf(sync)
    if (run.status !== 'RUNNING' || performance.now() > deadline) return run
    await pause(150)
  }
}

export const requireCompleted = async (sync: StartedSync): Promise<DbtSyncRun> => {
  const run = await syncEnd(sync)
  if (run.status !== 'COMPLETED') throw new Error(`An undisturbed sync is ${run.status}: ${run.errorMessage}`)
  return run
}
