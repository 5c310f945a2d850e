import type { DbtSyncRun } from '@facet/contract'
import { pause } from '../numbers.ts'
import type { SyncDeployment } from './projects.ts'

export type StartedSync = SyncDeployment & { syncJobId: string; branchName: string }

type Start = Parameters<SyncDeployment['client']['startDbtSync']>[0]['body']

export const startSync = async ({ client, deploymentId }: SyncDeployment, body: Start): Promise<StartedSync> => {
  const { syncJobId, branchName } = await client.startDbtSync({ params: { deploymentId }, body })
  return { client, deploymentId, syncJobId, branchName }
}

/** Every run of a deployment, newest first. */
const listRuns = async ({ client, deploymentId }: SyncDeployment): Promise<DbtSyncRun[]> => {
  const runs: DbtSyncRun[] = []
  let after: string | null | undefined
  do {
    const { items, pageInfo } = await client.listDbtSyncs({ params: { deploymentId }, query: { first: 100, ...(after ? { after } : {}) } })
    runs.push(...(items as DbtSyncRun[]))
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null
  } while (after)
  return runs
}

/** The run in the list. */
export const runOf = async (sync: StartedSync): Promise<DbtSyncRun> => {
  const run = (await listRuns(sync)).find(({ syncJobId }) => syncJobId === sync.syncJobId)
  if (!run) throw new Error(`Sync ${sync.syncJobId} is not in the list.`)
  return run
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
