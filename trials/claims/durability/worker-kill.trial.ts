import { openSyncStage } from '../../harness/dbt/sync-stage.ts'
import { underConditions } from '../../harness/machine.ts'
import type { Trial } from '../../trial.ts'
import { killBuilds } from './worker-kill/builds.ts'
import { killSyncs } from './worker-kill/syncs.ts'

export const trial: Trial = {
  family: 'faults',
  name: 'worker-kill',
  runsOn: 'landing',
  summary: 'SIGKILL of the worker in steps of builds and dbt syncs',
  claim:
    'Builds and dbt syncs survive the loss of their worker: one outcome, one commit, no incomplete artifact served, nothing left behind.',
  gate: 'Expected outcome per build and sync, one commit per sync. No artifact missing, no process, folder, socket, lock or transaction left.',
  onFailure:
    '`notMet`: the source moved away from a place (`worker-kill/*-places.ts`). `wrongEnds`: a step is not idempotent. `wrongCommits`: a retry misses a commit (`publish/plan-run.ts`). `halfWritten`: rows precede objects.',
  needs: ['postgres', 'temporal', 'cube', 'bubblewrap', 'dbt'],
  short: { seconds: 100, pace: 'waits' },
  run: async (options) => {
    const stage = await openSyncStage()
    try {
      const server = await stage.serve({ roles: 'api,authoring,gateway,engine' })
      const { value, conditions } = await underConditions(async () => ({
        builds: await killBuilds(stage, server, options),
        syncs: await killSyncs(stage, server, options),
      }))
      const { builds, syncs } = value
      return { isPassed: builds.isPassed && syncs.isPassed, figures: { builds: builds.figures, syncs: syncs.figures, ...conditions } }
    } finally {
      await stage.close()
    }
  },
}
