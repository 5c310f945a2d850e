import { FacetFailure } from '@facet/client'
import type { DbtSyncRun } from '@facet/contract'
import { pause } from '../../harness/numbers.ts'
import type { SyncDeployment } from '../stage/projects.ts'
import { listRuns, type StartedSync } from '../stage/syncs.ts'

export type Watching = {
  /** How long until all of them were unknown; null when they were not within the time. */
  unknownAfterMs: number | null
  /** Other states than RUNNING and UNKNOWN that any of them was in meanwhile. */
  wrongStates: string[]
  looks: number
}

/** Looks at lost runs without a pause to speak of: a moment as FAILED is enough for a pipeline to act upon. */
export const watchLost = async (deployment: SyncDeployment, lost: readonly StartedSync[], withinMs: number): Promise<Watching> => {
  const ids = new Set(lost.map(({ syncJobId }) => syncJobId))
  const startedMs = performance.now()
  const wrong = new Set<string>()
  for (let looks = 1; ; looks++) {
    const runs = (await listRuns(deployment)).filter(({ syncJobId }) => ids.has(syncJobId))
    if (runs.length !== ids.size) wrong.add(`${runs.length} of ${ids.size} in the list`)
    for (const { status } of runs) if (status !== 'RUNNING' && status !== 'UNKNOWN') wrong.add(status)
    const tookMs = Math.round(performance.now() - startedMs)
    const isOver = runs.length === ids.size && runs.every(({ status }) => status === 'UNKNOWN')
    if (isOver || wrong.has('FAILED') || tookMs > withinMs)
      return { unknownAfterMs: isOver ? tookMs : null, wrongStates: [...wrong], looks }
    await pause(200)
  }
}

const idsOf = (runs: readonly { syncJobId: string }[]): string => runs.map(({ syncJobId }) => syncJobId).join(' ')

const states = ['RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED', 'UNKNOWN'] as const satisfies DbtSyncRun['status'][]

/** What is wrong with the list, its filters and its pages; it is to hold every run that was started, by what each is now. */
export const lookAtList = async (deployment: SyncDeployment, expected: ReadonlyMap<string, DbtSyncRun['status']>): Promise<string[]> => {
  const all = await listRuns(deployment)
  const wrong: string[] = []
  const check = (what: string, found: string, wanted: string): void => {
    if (found !== wanted) wrong.push(`${what}: ${found} in place of ${wanted}`)
  }
  const newestFirst = [...expected].map(([syncJobId, status]) => ({ syncJobId, status })).toReversed()
  check('all', idsOf(all), idsOf(newestFirst))
  check('pages of two', idsOf(await listRuns(deployment, {}, 2)), idsOf(newestFirst))
  check('trigger api', idsOf(await listRuns(deployment, { trigger: 'api' })), idsOf(newestFirst))
  check('trigger webhook', idsOf(await listRuns(deployment, { trigger: 'webhook' })), '')
  for (const status of states)
    check(status, idsOf(await listRuns(deployment, { status })), idsOf(newestFirst.filter((run) => run.status === status)))
  return wrong
}

const codeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work
    return 'answered'
  } catch (error) {
    return error instanceof FacetFailure ? `${error.status} ${error.code}` : String(error)
  }
}

/** What the other operations say of a lost run that they should not. */
export const lookAtLost = async ({ client, deploymentId, syncJobId }: StartedSync): Promise<string[]> => {
  const params = { deploymentId, syncJobId }
  const { status, error, progress } = await client.getDbtSyncStatus({ params })
  const result = await codeOf(client.getDbtSyncResult({ params }))
  const { message } = await client.cancelDbtSync({ params })
  const log = await codeOf(client.getDbtSyncLog({ params }))
  return [
    ...(status === 'UNKNOWN' && error == null && progress.message
      ? []
      : [`status of ${syncJobId}: ${status} ${error} ${progress.message}`]),
    ...(result === '404 dbt_sync_no_result' ? [] : [`result of ${syncJobId}: ${result}`]),
    ...(message.includes('UNKNOWN') ? [] : [`cancelling ${syncJobId}: ${message}`]),
    ...(log === 'answered' ? [] : [`log of ${syncJobId}: ${log}`]),
  ]
}
