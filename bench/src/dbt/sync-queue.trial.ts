import type { FacetProcess, Installation } from '../harness/installation.ts'
import { underConditions } from '../harness/machine.ts'
import { pause } from '../harness/numbers.ts'
import type { SourceChange } from '../harness/source-changes.ts'
import type { Trial } from '../trial.ts'
import { openSyncStage } from './stage/sync-stage.ts'
import { isQueuedBehind, type QueueGround, type Rush, rush, startRush } from './sync-queue/rush.ts'
import { addTenants, movedTo, removeOpenSyncs } from './sync-queue/tenants.ts'
import { watchQueue } from './sync-queue/watch-queue.ts'

const maxRunning = 2
const noisyCount = 16
const quietCount = 4
// Those that run when the quiet ones come, and as many again that may slip in before all of them have come.
const maxNoisyBefore = 2 * maxRunning

/** As many are started as wait. */
const noLimit: SourceChange[] = [
  { file: 'domains/dbt/engine/syncs/start-syncs.ts', find: '[maxPerWorker, batch]', put: '[1000 * maxPerWorker, batch]' },
]

/** First come, first served: the function of the database that gives turns is written anew without them. */
const takeTurnsAway = async ({ sql }: Installation): Promise<void> => {
  const [row] = await sql<{ text: string }>("select pg_get_functiondef('facet_list_due_dbt_syncs'::regproc) as text")
  const text = row?.text ?? ''
  const changed = text.replace('order by w.turn, w.last_at nulls first, w.id', 'order by w.id')
  if (changed === text)
    throw new Error('facet_list_due_dbt_syncs gives turns in other words now: the change that the trial makes is out of date.')
  await sql(changed)
}

const isGood = ({ ends, maxRunning: running, noisyBefore, wrongCommits }: Rush): boolean =>
  ends['COMPLETED'] === noisyCount + quietCount &&
  running === maxRunning &&
  noisyBefore.every((count) => count <= maxNoisyBefore) &&
  wrongCommits === 0

type Serve = (changes?: SourceChange[]) => Promise<FacetProcess>

const seesNoLimit = async (ground: QueueGround): Promise<boolean> => {
  const watching = watchQueue(ground.stage, ground.server.pid)
  await startRush(ground, 2 * maxRunning)
  const deadline = performance.now() + 30_000
  while (watching.seen.maxRunning <= maxRunning && performance.now() < deadline) await pause(100)
  return (await watching.stop()).maxRunning > maxRunning
}

/** Each with a process of its own, and a queue that nobody else is in. */
const findPlanted = async (ground: QueueGround, serve: Serve) => {
  const { installation } = ground.stage
  const withChanges = async (changes: SourceChange[], look: (changed: QueueGround) => Promise<boolean>): Promise<boolean> => {
    const server = await serve(changes)
    try {
      const [noisy, ...quiet] = [ground.noisy, ...ground.quiet].map((tenant) => movedTo(ground.stage, server, tenant))
      return await look({ ...ground, server, noisy: noisy ?? ground.noisy, quiet })
    } finally {
      await server.kill('SIGKILL')
      await removeOpenSyncs(installation)
    }
  }
  const found = { noLimit: await withChanges(noLimit, seesNoLimit) }
  await takeTurnsAway(installation)
  const noTurns = await withChanges([], async (changed) => {
    await startRush(changed, noisyCount)
    return isQueuedBehind(changed, maxNoisyBefore, 120_000)
  })
  return { ...found, noTurns }
}

export const trial: Trial = {
  family: 'faults',
  name: 'sync-queue',
  runsOn: 'landing',
  summary: '20 dbt syncs of five tenants with two slots',
  claim: 'One tenant cannot block the dbt syncs of another.',
  gate: 'All runs complete, at most two at once, tenants take turns, memory is bounded.',
  onFailure: '`noisyBefore`: `facet_list_due_dbt_syncs` or `dbt/engine/open.ts`.',
  watches: ['dbt/engine', 'dbt/tasks', 'dbt/activities', 'limits', 'adapters/temporal'],
  plants: [noLimit],
  needs: ['postgres', 'temporal', 'cube', 'bubblewrap', 'dbt'],
  short: { seconds: 150, pace: 'works' },
  run: async ({ quick, say }) => {
    const stage = await openSyncStage({ FACET_DBT_SYNCS: String(maxRunning) })
    const serve: Serve = (changes = []) => stage.serve({ changes, roles: 'api,authoring,gateway,worker' })
    try {
      const server = await serve()
      // In the short form manifests are pushed: dbt takes most of the time of a run, and nothing of its place in the queue.
      const tenants = await addTenants(stage, server, quietCount, !quick)
      const ground = { stage, server, ...tenants }
      const alone = await rush({ ...ground, quiet: tenants.quiet.slice(0, 1) }, 1, 120_000)
      say(`two alone: ${JSON.stringify(alone)}`)
      const { value: all, conditions } = await underConditions(() => rush(ground, noisyCount, 900_000))
      say(JSON.stringify(all))
      await server.kill()
      const planted = await findPlanted(ground, serve)
      // Those that wait are rows; what runs is two, as it was alone.
      const maxResidentMb = Math.round(1.5 * alone.maxResidentMb)
      return {
        isPassed: isGood(all) && all.maxResidentMb <= maxResidentMb && Object.values(planted).every(Boolean),
        figures: { hasDbt: !quick, ...all, aloneResidentMb: alone.maxResidentMb, maxNoisyBefore, planted, ...conditions },
      }
    } finally {
      await stage.close()
    }
  },
}
