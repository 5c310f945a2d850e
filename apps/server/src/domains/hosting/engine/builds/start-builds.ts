import { type FunctionCalls, inTransaction, type Pool } from '#db'
import { Failure } from '#kernel/failure'
import { holdServed, recordWorkflow, supersedeOlder } from './build-queries.ts'
import { type BuildId, type BuildWork, workflowIdOf } from './types.ts'

export type DispatchParts = { pool: Pool; calls: FunctionCalls; work: BuildWork; onProblem: (error: unknown) => void }

const batch = 100

export type DueBuild = { tenant_id: number; deployment_id: number; environment_id: number; id: number }

export const buildIdOf = (row: DueBuild): BuildId => ({
  tenantId: row.tenant_id,
  deploymentId: row.deployment_id,
  environmentId: row.environment_id,
  buildId: row.id,
})

/** Of several that wait for one environment the newest runs: the others, and one that is under way, come to nothing. */
const start = async ({ pool, work, onProblem }: DispatchParts, build: BuildId): Promise<void> => {
  // Started first: what fails here leaves the older one to go on.
  await work.start({
    workflow: 'build',
    id: workflowIdOf(build),
    args: [build],
    fairnessKey: String(build.tenantId),
    onConflict: 'use-existing',
  })
  const older = await inTransaction(pool, build.tenantId, 'read write', async (db) => {
    await holdServed(db, build)
    const waits = await recordWorkflow(db, build, 'now')
    // Begun, it has ended those that it read: one that is older and here by now came too late for it.
    return waits ? supersedeOlder(db, build) : []
  })
  // Their rows say it already, and whoever works on one looks there.
  for (const one of older) await work.cancel(workflowIdOf(one)).catch(onProblem)
}

/** Whether no other build would start either. */
const isAway = (error: unknown): boolean => error instanceof Failure && error.status === 503

/**
 * Starts workflows of builds that wait; gives how many. Two processes may start the same one: the second finds it running. When Temporal
 * or the database cannot be reached this throws at once, and they wait on. One that cannot be started keeps no other from it, and is told
 * of when all were tried.
 */
export const startBuilds = async (parts: DispatchParts): Promise<number> => {
  const due = await parts.calls.call<DueBuild>(
    'list-due-builds',
    'select tenant_id, deployment_id, environment_id, id from facet_list_due_builds($1)',
    [batch],
  )
  const problems: unknown[] = []
  for (const row of due) {
    try {
      await start(parts, buildIdOf(row))
    } catch (error) {
      if (isAway(error)) throw error
      problems.push(error)
    }
  }
  if (problems.length > 0) throw problems[0]
  return due.length
}
