import { FacetFailure } from '@facet/client'
import type { DbtSyncRun } from '@facet/contract'
import { findCommits } from '../../../harness/dbt/commits.ts'
import { type DbtRepository, pushManifest, type SyncDeployment } from '../../../harness/dbt/projects.ts'
import { runOf, type StartedSync, startSync, syncEnd } from '../../../harness/dbt/syncs.ts'
import type { SyncStage } from '../../../harness/dbt/sync-stage.ts'
import { pause } from '../../../harness/numbers.ts'
import { until } from '../../../harness/until.ts'

/** A deployment with a dbt project of its own. */
export type SyncGround = { stage: SyncStage; deployment: SyncDeployment; repository: DbtRepository }

export type Outages = {
  underWay: string[]
  /** Requests to the API while Temporal was away, and their refusals. */
  looks: number
  refusals: string[]
  /** Impossible states that the API returned meanwhile. */
  wrongStates: string[]
}

export type SyncEnds = { ends: DbtSyncRun['status'][]; errors: string[]; commits: number[]; problems: string[] }

/** Starts a sync that runs dbt, and a sync of a pushed manifest. */
export const startSyncs = async ({ deployment, repository }: SyncGround, round: string): Promise<StartedSync[]> => {
  await repository.change(round)
  const ofRepository = await startSync(deployment, {})
  const ofManifest = await startSync(deployment, { manifestId: await pushManifest(deployment, round) })
  return [ofRepository, ofManifest]
}

/** Waits until one of them runs. */
export const untilSyncing = async (syncs: readonly StartedSync[]): Promise<void> => {
  const hasBegun = async (): Promise<boolean> =>
    (await Promise.all(syncs.map(runOf))).some(({ status, lastStage }) => status !== 'RUNNING' || lastStage !== 'INITIALIZING')
  if (!(await until(hasBegun, 90_000, 20))) throw new Error('No sync began within 90 s.')
}

const toldOf = (error: unknown): string => (error instanceof FacetFailure ? `${error.status} ${error.code}` : String(error))

/** Reads status and list repeatedly while Temporal is away. `late` cannot begin before Temporal returns. */
export const watchSyncs = (syncs: readonly StartedSync[], late: StartedSync): { stop: () => Promise<Omit<Outages, 'underWay'>> } => {
  const stopping = new AbortController()
  const found = { looks: 0, refusals: new Set<string>(), wrongStates: new Set<string>() }
  const look = async (sync: StartedSync): Promise<void> => {
    const { client, deploymentId, syncJobId } = sync
    try {
      const { status: told } = await client.getDbtSyncStatus({ params: { deploymentId, syncJobId } })
      const { status } = await runOf(sync)
      found.looks += 1
      if (sync === late ? told !== 'INITIALIZING' || status !== 'RUNNING' : status !== 'RUNNING' && status !== 'COMPLETED')
        found.wrongStates.add(`${status} ${told}`)
    } catch (error) {
      found.refusals.add(toldOf(error))
    }
  }
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      for (const sync of [...syncs, late]) await look(sync)
      await pause(250)
    }
  }
  const running = run()
  return {
    stop: async () => {
      stopping.abort()
      await running
      return { looks: found.looks, refusals: [...found.refusals], wrongStates: [...found.wrongStates] }
    },
  }
}

/** The end of each sync, and how many commits it made. */
export const syncEnds = async ({ stage, deployment }: SyncGround, syncs: readonly StartedSync[]): Promise<SyncEnds> => {
  const runs = await Promise.all(syncs.map((sync) => syncEnd(sync)))
  const { byRun, problems } = await findCommits(stage.installation, deployment.deploymentId)
  return {
    ends: runs.map(({ status }) => status),
    errors: runs.flatMap(({ errorMessage }) => errorMessage ?? []),
    commits: runs.map(({ syncJobId }) => byRun.get(syncJobId)?.length ?? 0),
    problems,
  }
}

export const isEndedWell = ({ ends, commits, problems }: SyncEnds): boolean =>
  ends.every((status) => status === 'COMPLETED') && commits.every((count) => count === 1) && problems.length === 0
