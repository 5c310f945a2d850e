import type { DbtSyncRun } from '@facet/contract'
import { pause } from '../../harness/numbers.ts'
import type { SyncDeployment } from './projects.ts'

export type StartedSync = SyncDeployment & { syncJobId: string; branchName: string }

type Start = Parameters<SyncDeployment['client']['startDbtSync']>[0]['body']

export const startSync = async ({ client, deploymentId }: SyncDeployment, body: Start): Promise<StartedSync> => {
  const { syncJobId, branchName } = await client.startDbtSync({ params: { deploymentId }, body })
  return { client, deploymentId, syncJobId, branchName }
}

/** Every run of a deployment, newest first, page by page. */
export const listRuns = async (
  { client, deploymentId }: SyncDeployment,
  query: { status?: DbtSyncRun['status']; trigger?: DbtSyncRun['trigger'] } = {},
  first = 100,
): Promise<DbtSyncRun[]> => {
  const runs: DbtSyncRun[] = []
  let after: string | null | undefined
  do {
    const { items, pageInfo } = await client.listDbtSyncs({
      params: { deploymentId },
      query: { ...query, first, ...(after ? { after } : {}) },
    })
    runs.push(...(items as DbtSyncRun[]))
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null
  } while (after)
  return runs
}

/** As the list tells it. */
export const runOf = async (sync: StartedSync): Promise<DbtSyncRun> => {
  const run = (await listRuns(sync)).find(({ syncJobId }) => syncJobId === sync.syncJobId)
  if (!run) throw new Error(`Sync ${sync.syncJobId} is not in the list.`)
  return run
}

/** The run when it has ended, whichever way; as it stands when it has no end within the time. */
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
  if (run.status !== 'COMPLETED') throw new Error(`A sync that nothing disturbed is ${run.status}: ${run.errorMessage}`)
  return run
}
