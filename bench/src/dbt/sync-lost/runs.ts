import type { DbtSyncRun } from '@facet/contract'
import { pause } from '../../harness/numbers.ts'
import { type DbtRepository, pushBadManifest, pushManifest, type SyncDeployment } from '../stage/projects.ts'
import { requireCompleted, runOf, type StartedSync, startSync, syncEnd } from '../stage/syncs.ts'

/** One run of each kind there is when Temporal and outcomes are lost. */
export type Runs = {
  completed: StartedSync
  failed: StartedSync
  cancelled: StartedSync
  /** Its outcome is removed, and with it all that says how it ended. */
  lostCompleted: StartedSync
  lostFailed: StartedSync
  /** Loses its workflow in the middle of dbt. */
  lostRunning: StartedSync
  /** To the branch of the one before: it has not begun. */
  waiting: StartedSync
}

/** Parsing it takes longer than any trial. */
const endless = {
  'models/marts/endless.sql':
    '{% for a in range(100000) %}{% for b in range(100000) %}{% set c = b %}{% endfor %}{% endfor %} select 1 as id',
}

const untilParsing = async (sync: StartedSync): Promise<void> => {
  const { client, deploymentId, syncJobId } = sync
  const deadline = performance.now() + 120_000
  for (;;) {
    const { progress } = await client.getDbtSyncStatus({ params: { deploymentId, syncJobId } })
    if (progress.message?.includes('endless.sql')) return
    const { status, errorMessage } = await runOf(sync)
    if (status !== 'RUNNING' || performance.now() > deadline)
      throw new Error(`The sync that is to be lost while it runs does not parse: ${status} ${errorMessage}`)
    await pause(100)
  }
}

const requireEnd = async (sync: StartedSync, status: DbtSyncRun['status']): Promise<void> => {
  const end = await syncEnd(sync)
  if (end.status !== status) throw new Error(`A sync that is to be ${status} is ${end.status}: ${end.errorMessage}`)
}

export const startRuns = async (deployment: SyncDeployment, repository: DbtRepository, round: number): Promise<Runs> => {
  const ofManifest = async (text: string): Promise<StartedSync> =>
    startSync(deployment, { manifestId: await pushManifest(deployment, `${text} ${round}`) })
  const ofBadManifest = async (): Promise<StartedSync> => startSync(deployment, { manifestId: await pushBadManifest(deployment) })

  const [completed, lostCompleted] = [await ofManifest('Kept'), await ofManifest('Lost')]
  const [failed, lostFailed] = [await ofBadManifest(), await ofBadManifest()]
  for (const sync of [completed, lostCompleted]) await requireCompleted(sync)
  for (const sync of [failed, lostFailed]) await requireEnd(sync, 'FAILED')

  const branchName = `lost-${round}`
  await repository.change(`Endless ${round}`, endless, `endless-${round}`)
  const lostRunning = await startSync(deployment, { ref: `endless-${round}`, branchName })
  await untilParsing(lostRunning)
  const cancelled = await startSync(deployment, { ref: `endless-${round}`, branchName })
  await deployment.client.cancelDbtSync({ params: cancelled })
  await requireEnd(cancelled, 'CANCELLED')
  const waiting = await startSync(deployment, { manifestId: await pushManifest(deployment, `Waiting ${round}`), branchName })
  return { completed, failed, cancelled, lostCompleted, lostFailed, lostRunning, waiting }
}

export const lostOf = ({ lostCompleted, lostFailed, lostRunning }: Runs): StartedSync[] => [lostCompleted, lostFailed, lostRunning]
