import type { DbtSyncRun } from '@facet/contract'
import type { FacetProcess } from '../harness/installation.ts'
import { underConditions } from '../harness/machine.ts'
import type { SourceChange } from '../harness/source-changes.ts'
import type { Trial } from '../trial.ts'
import { addSyncDeployment, connectRepository, type DbtRepository, pushManifest, type SyncDeployment } from './stage/projects.ts'
import { listRuns, requireCompleted, type StartedSync, startSync, syncEnd } from './stage/syncs.ts'
import { openSyncStage, type SyncStage } from './stage/sync-stage.ts'
import { forgetWorkflows } from './sync-lost/forget-workflows.ts'
import { lookAtList, lookAtLost, type Watching, watchLost } from './sync-lost/looks.ts'
import { lostOf, startRuns } from './sync-lost/runs.ts'

// Half a minute of silence, the turn of the task that looks, and a Temporal that has just come back.
const maxUnknownMs = 90_000

/** What nobody knows the end of is told as failed. */
const failsLost: SourceChange[] = [
  {
    file: 'domains/dbt/engine/syncs/close-syncs.ts',
    find: "import { recordLost, touchSync } from './sync-queries.ts'",
    put: "import { recordOutcome, touchSync } from './sync-queries.ts'",
  },
  {
    file: 'domains/dbt/engine/syncs/close-syncs.ts',
    find: 'else await recordLost(db, sync)',
    put: "else await recordOutcome(db, sync, { status: 'FAILED', lastStage: 'INITIALIZING', phases: [] })",
  },
]
/** The list shows runs with an outcome alone. */
const listsOutcomes: SourceChange[] = [
  {
    file: 'domains/dbt/syncs/sync-queries.ts',
    find: ".leftJoin('dbt_sync_outcomes as o'",
    put: ".innerJoin('dbt_sync_outcomes as o'",
  },
]

type Ground = { stage: SyncStage; deployment: SyncDeployment; repository: DbtRepository; say: (line: string) => void }

const removeOutcomes = ({ installation }: SyncStage, lost: readonly StartedSync[]) =>
  installation.sql('delete from dbt_sync_outcomes where sync_id = any ($1::bigint[])', [lost.map(({ syncJobId }) => syncJobId)])

type Loss = { watching: Watching; wrong: string[]; waitedFor: string; next: string }

const loseOnce = async ({ stage, deployment, repository, say }: Ground, round: number): Promise<Loss> => {
  const before = await listRuns(deployment)
  const runs = await startRuns(deployment, repository, round)
  const lost = lostOf(runs)
  await removeOutcomes(stage, lost)
  await forgetWorkflows(stage)
  say('outcomes and workflows are gone')
  const watching = await watchLost(deployment, lost, maxUnknownMs)
  say(JSON.stringify(watching))
  // It had not begun, so nothing of it was lost.
  const waitedFor = (await syncEnd(runs.waiting)).status
  const ofRound: [StartedSync, DbtSyncRun['status']][] = [
    [runs.completed, 'COMPLETED'],
    [runs.lostCompleted, 'UNKNOWN'],
    [runs.failed, 'FAILED'],
    [runs.lostFailed, 'UNKNOWN'],
    [runs.lostRunning, 'UNKNOWN'],
    [runs.cancelled, 'CANCELLED'],
    [runs.waiting, 'COMPLETED'],
  ]
  const expected = new Map(before.toReversed().map(({ syncJobId, status }) => [syncJobId, status]))
  for (const [{ syncJobId }, status] of ofRound) expected.set(syncJobId, status)
  const wrong = await lookAtList(deployment, expected)
  for (const sync of lost) wrong.push(...(await lookAtLost(sync)))
  const next = await startSync(deployment, { manifestId: await pushManifest(deployment, `Next ${round}`) })
  return { watching, wrong, waitedFor, next: (await syncEnd(next)).status }
}

const isGood = ({ watching, wrong, waitedFor, next }: Loss): boolean =>
  watching.unknownAfterMs !== null &&
  watching.wrongStates.length === 0 &&
  wrong.length === 0 &&
  waitedFor === 'COMPLETED' &&
  next === 'COMPLETED'

/** Both at once: a run that is told as failed is in the list, since that is an outcome, and until then it is not. */
const findPlanted = async (
  { stage, deployment }: Ground,
  server: FacetProcess,
  serve: (changes: SourceChange[]) => Promise<FacetProcess>,
) => {
  const sync = await startSync(deployment, { manifestId: await pushManifest(deployment, 'Planted') })
  await requireCompleted(sync)
  await server.kill()
  const changed = await serve([...failsLost, ...listsOutcomes])
  try {
    const planted = { ...sync, client: stage.clientOf(changed) }
    await removeOutcomes(stage, [sync])
    const isHidden = !(await listRuns(planted)).some(({ syncJobId }) => syncJobId === sync.syncJobId)
    const { wrongStates } = await watchLost(planted, [planted], maxUnknownMs)
    return { listsOutcomes: isHidden, failsLost: wrongStates.includes('FAILED') }
  } finally {
    await changed.kill()
  }
}

export const trial: Trial = {
  family: 'faults',
  name: 'sync-lost',
  runsOn: 'landing',
  summary: 'dbt syncs whose outcomes and workflows were removed',
  claim: 'A dbt sync with a lost workflow is UNKNOWN, never FAILED.',
  gate: 'UNKNOWN within 90 s. Lists and filters stay exact.',
  onFailure: '`wrongStates`: `syncs/close-syncs.ts`. `wrong`: `syncs/sync-queries.ts`.',
  watches: ['dbt/syncs', 'dbt/tasks', 'dbt/engine/syncs', 'adapters/temporal'],
  plants: [failsLost, listsOutcomes],
  needs: ['postgres', 'temporal', 'cube', 'bubblewrap', 'dbt'],
  short: { seconds: 180, pace: 'waits' },
  run: async ({ quick, say }) => {
    const rounds = quick ? 1 : 3
    const stage = await openSyncStage({ FACET_DBT_SYNCS: '4' })
    const serve = (changes: SourceChange[] = []): Promise<FacetProcess> => stage.serve({ changes, roles: 'api,authoring,gateway,worker' })
    try {
      const server = await serve()
      const deployment = await addSyncDeployment(stage, stage.clientOf(server), 'Lost')
      const repository = await connectRepository(stage, deployment)
      const ground = { stage, deployment, repository, say }
      const { value: losses, conditions } = await underConditions(async () => {
        const made: Loss[] = []
        for (let round = 1; round <= rounds; round++) made.push(await loseOnce(ground, round))
        return made
      })
      const planted = await findPlanted(ground, server, serve)
      return {
        isPassed: losses.every(isGood) && Object.values(planted).every(Boolean),
        figures: {
          rounds: losses.length,
          lost: losses.length * 3,
          unknownAfterMs: losses.map(({ watching }) => watching.unknownAfterMs),
          looks: losses.reduce((sum, { watching }) => sum + watching.looks, 0),
          wrongStates: losses.flatMap(({ watching }) => watching.wrongStates),
          wrong: losses.flatMap(({ wrong }) => wrong),
          waitedFor: losses.map(({ waitedFor }) => waitedFor),
          next: losses.map(({ next }) => next),
          planted,
          ...conditions,
        },
      }
    } finally {
      await stage.close()
    }
  },
}
