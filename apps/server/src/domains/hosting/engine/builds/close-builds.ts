import { inTransaction } from '#db'
import { endBuild, recordWorkflow, touchBuild } from './build-queries.ts'
import { buildIdOf, type DispatchParts, type DueBuild } from './start-builds.ts'
import { type BuildId, type WorkState, workflowIdOf } from './types.ts'

const batch = 100
// A build at work says something every second.
const silentSeconds = 30

const texts = {
  failed: 'The build ended without an outcome. Change the model or ask for a build again; the operator finds the cause in Temporal.',
  completed: 'The build ended without an outcome. Ask for a build again.',
  cancelled: 'The build was cancelled.',
} as const

const close = async ({ pool }: Pick<DispatchParts, 'pool'>, build: BuildId, state: WorkState): Promise<void> =>
  inTransaction(pool, build.tenantId, 'read write', async (db) => {
    if (state === 'running') await touchBuild(db, build)
    // Temporal has lost it, or never had it: it begins anew, from what its row says.
    else if (state === 'unknown') await recordWorkflow(db, build, null)
    else await endBuild(db, build, state === 'cancelled' ? 'cancelled' : 'failed', { text: texts[state] })
  })

/** Gives each build its end whose workflow ended without one. The row is looked at once more by the statement that closes it. */
export const closeBuilds = async (parts: DispatchParts, { afterSeconds = silentSeconds } = {}): Promise<number> => {
  const silent = await parts.calls.call<DueBuild>(
    'list-silent-builds',
    'select tenant_id, deployment_id, environment_id, id from facet_list_silent_builds($1, $2)',
    [afterSeconds, batch],
  )
  for (const row of silent) {
    const build = buildIdOf(row)
    await close(parts, build, await parts.work.describe(workflowIdOf(build)))
  }
  return silent.length
}
