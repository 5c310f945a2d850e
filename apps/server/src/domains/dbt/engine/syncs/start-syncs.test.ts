import { describe, expect } from 'vitest'
import { Failure } from '#kernel/failure'
import { type Actor, completedOutcome, givenOutcome, givenSync, givenSyncer, syncSettings, useServer, withOwner } from '#test'
import { closeSyncs, startSyncs, type SyncDispatch, type SyncWork, workflowIdOf } from './index.ts'

const server = useServer(syncSettings)
const it = withOwner(server, () => givenSyncer(server))

type State = Awaited<ReturnType<SyncWork['describe']>>

/** Long work as far as syncs ask it; whether it runs anything is for the tests with a real one. */
const standIn = (state: State = 'running') => {
  const started: string[] = []
  const work: SyncWork = {
    start: async ({ id }) => started.push(id),
    describe: async () => state,
  }
  return { work, started }
}
const dispatchWith = (work: SyncWork): SyncDispatch => {
  const { pool, calls } = server.services()
  return { pool, calls, work }
}
const nameOf = ({ tenantId }: Actor, syncJobId: string) => workflowIdOf({ tenantId, syncId: Number(syncJobId) })
const stateOf = async ({ api, deploymentId }: Actor, syncJobId: string) =>
  (await api.listDbtSyncs({ params: { deploymentId } })).items.find((run) => run.syncJobId === syncJobId)?.status
const many = 1000
/** What other tests left waiting is out of the way. */
const startRest = () => startSyncs(dispatchWith(standIn().work), many)
const endAll = () =>
  server.query(
    `insert into dbt_sync_outcomes (tenant_id, deployment_id, sync_id, status, completed_at, duration_ms, last_stage)
     select tenant_id, deployment_id, id, 'COMPLETED', now(), 0, 'COMPLETED' from dbt_syncs where closed_at is null`,
  )

const endAllStarted = () =>
  server.query(
    `insert into dbt_sync_outcomes (tenant_id, deployment_id, sync_id, status, completed_at, duration_ms, last_stage)
     select tenant_id, deployment_id, id, 'COMPLETED', now(), 0, 'COMPLETED' from dbt_syncs
     where closed_at is null and workflow_started_at is not null`,
  )

describe('startSyncs', () => {
  it('starts each run once', async ({ owner }) => {
    await startRest()
    const syncJobId = await givenSync(owner)
    const { work, started } = standIn()

    expect(await startSyncs(dispatchWith(work), many)).toBe(1)
    expect(await startSyncs(dispatchWith(work), many)).toBe(0)

    expect(started).toEqual([nameOf(owner, syncJobId)])
  })

  it('starts runs of pushes to one repository one after the other, and others beside them', async ({ owner }) => {
    await startRest()
    await endAll()
    const [first, second] = [await givenSync(owner), await givenSync(owner)]
    await server.query("update dbt_syncs set trigger = 'webhook' where deployment_id = $1 and closed_at is null", [owner.deploymentId])
    const byHand = await givenSync(owner)
    const { work, started } = standIn()

    await startSyncs(dispatchWith(work), many)
    expect(started).toEqual([nameOf(owner, first), nameOf(owner, byHand)])
    await givenOutcome(server, owner, first, completedOutcome)
    await startSyncs(dispatchWith(work), many)

    expect(started.at(-1)).toBe(nameOf(owner, second))
  })

  it('takes tenants in turns, and what one has running counts', async () => {
    const [busy, other] = [await givenSyncer(server), await givenSyncer(server)]
    await startRest()
    await endAll()
    const ofBusy = [await givenSync(busy), await givenSync(busy), await givenSync(busy)]
    const ofOther = [await givenSync(other), await givenSync(other)]
    const { work, started } = standIn()

    await startSyncs(dispatchWith(work), 2)
    expect(started).toEqual([nameOf(busy, ofBusy[0] ?? ''), nameOf(other, ofOther[0] ?? '')])
    expect(await startSyncs(dispatchWith(work), 2)).toBe(0)
    await givenOutcome(server, other, ofOther[0] ?? '', completedOutcome)
    await startSyncs(dispatchWith(work), 2)

    expect(started.at(-1)).toBe(nameOf(other, ofOther[1] ?? ''))
    expect(started).toHaveLength(3)
  })

  it('gives the next turn to whoever has waited longest for one, however many another still wants', async () => {
    const [busy, one, other] = [await givenSyncer(server), await givenSyncer(server), await givenSyncer(server)]
    await startRest()
    await endAll()
    const ofBusy = [await givenSync(busy), await givenSync(busy), await givenSync(busy)]
    const [ofOne, ofOther] = [await givenSync(one), await givenSync(other)]
    const { work, started } = standIn()

    for (let turn = 0; turn < 5; turn++) {
      await startSyncs(dispatchWith(work), 1)
      await endAllStarted()
    }

    const [first = '', second = '', third = ''] = ofBusy
    expect(started).toEqual([nameOf(busy, first), nameOf(one, ofOne), nameOf(other, ofOther), nameOf(busy, second), nameOf(busy, third)])
  })

  it('brings twenty runs through with two at a time, and no tenant waits for all of another', async () => {
    const [first, second] = [await givenSyncer(server), await givenSyncer(server)]
    await startRest()
    await endAll()
    for (let left = 15; left > 0; left--) await givenSync(first)
    const late = await Promise.all(Array.from({ length: 5 }, () => givenSync(second)))
    const { work, started } = standIn()
    const dispatch = dispatchWith(work)

    for (let turn = 0; turn < 20; turn++) {
      expect(await startSyncs(dispatch, 2)).toBeLessThanOrEqual(2)
      await server.query(
        `insert into dbt_sync_outcomes (tenant_id, deployment_id, sync_id, status, completed_at, duration_ms, last_stage)
         select tenant_id, deployment_id, id, 'COMPLETED', now(), 0, 'COMPLETED' from dbt_syncs
         where closed_at is null and workflow_started_at is not null order by workflow_started_at limit 1`,
      )
    }

    expect(started).toHaveLength(20)
    expect(new Set(started).size).toBe(20)
    const lastOfSecond = Math.max(...late.map((syncJobId) => started.indexOf(nameOf(second, syncJobId))))
    expect(lastOfSecond).toBeLessThan(12)
  })

  it('starts of one branch the oldest, and the next when that is over', async ({ owner }) => {
    await startRest()
    const [older, newer] = [await givenSync(owner, { branchName: 'review' }), await givenSync(owner, { branchName: 'review' })]
    const { work, started } = standIn()

    await startSyncs(dispatchWith(work), many)
    await startSyncs(dispatchWith(work), many)
    expect(started).toEqual([nameOf(owner, older)])
    await givenOutcome(server, owner, older, completedOutcome)
    await startSyncs(dispatchWith(work), many)

    expect(started).toEqual([nameOf(owner, older), nameOf(owner, newer)])
  })

  it('loses nothing while Temporal is away, and asks it once each turn', async ({ owner }) => {
    await startRest()
    const waiting = [await givenSync(owner), await givenSync(owner)]
    let asked = 0
    const away: SyncWork = {
      ...standIn().work,
      start: async () => {
        asked += 1
        throw new Failure('service_unavailable', 'Temporal is away.')
      },
    }
    await expect(startSyncs(dispatchWith(away), many)).rejects.toThrow('away')
    expect(asked).toBe(1)
    for (const syncJobId of waiting) expect(await stateOf(owner, syncJobId)).toBe('RUNNING')
    const { work, started } = standIn()

    await startSyncs(dispatchWith(work), many)

    expect(started.toSorted()).toEqual(waiting.map((syncJobId) => nameOf(owner, syncJobId)).toSorted())
  })

  it('starts the others when one cannot be started, and tells of it', async () => {
    const [broken, other] = [await givenSyncer(server), await givenSyncer(server)]
    await startRest()
    const [first, second] = [await givenSync(broken), await givenSync(other)]
    const { work, started } = standIn()
    const refusing: SyncWork = {
      ...work,
      start: async (workflow) => {
        if (workflow.id === nameOf(broken, first)) throw new Error('no such thing can be started')
        return work.start(workflow)
      },
    }

    await expect(startSyncs(dispatchWith(refusing), many)).rejects.toThrow('no such thing')

    expect(started).toEqual([nameOf(other, second)])
  })

  it('does not start what was cancelled', async ({ owner }) => {
    await startRest()
    const syncJobId = await givenSync(owner)
    await owner.api.cancelDbtSync({ params: { deploymentId: owner.deploymentId, syncJobId } })

    expect(await startSyncs(dispatchWith(standIn().work), many)).toBe(0)
  })
})

describe('closeSyncs', () => {
  const givenSilent = async () => {
    const owner = await givenSyncer(server)
    const syncJobId = await givenSync(owner)
    await startRest()
    await server.query(
      "update dbt_syncs set updated_at = now() - interval '1 hour', workflow_started_at = now() - interval '1 hour' where id = $1",
      [syncJobId],
    )
    return { owner, syncJobId }
  }

  it.each(['unknown', 'completed', 'failed', 'cancelled'] as const)(
    'tells a run as unknown, never as failed, whose workflow is %s and has no outcome',
    async (state) => {
      const { owner, syncJobId } = await givenSilent()

      await closeSyncs(dispatchWith(standIn(state).work))

      expect(await stateOf(owner, syncJobId)).toBe('UNKNOWN')
      expect((await owner.api.listDbtSyncs({ params: owner, query: { status: 'FAILED' } })).items).toEqual([])
      expect((await owner.api.listDbtSyncs({ params: owner, query: { status: 'UNKNOWN' } })).items).toHaveLength(1)
    },
  )

  it('leaves one alone whose workflow runs, and one that speaks', async () => {
    const { owner, syncJobId } = await givenSilent()
    await closeSyncs(dispatchWith(standIn('running').work))

    // It was looked at just now, so nobody asks again.
    await closeSyncs(dispatchWith(standIn('unknown').work))

    expect(await stateOf(owner, syncJobId)).toBe('RUNNING')
  })

  it('finds a run whose outcome was removed', async () => {
    const { owner, syncJobId } = await givenSilent()
    await givenOutcome(server, owner, syncJobId, completedOutcome)
    await server.query('delete from dbt_sync_outcomes where sync_id = $1', [syncJobId])
    await server.query("update dbt_syncs set updated_at = now() - interval '1 hour' where id = $1", [syncJobId])
    expect(await stateOf(owner, syncJobId)).toBe('RUNNING')

    await closeSyncs(dispatchWith(standIn('unknown').work))

    expect(await stateOf(owner, syncJobId)).toBe('UNKNOWN')
  })

  it('gives way to an outcome that comes after all', async () => {
    const { owner, syncJobId } = await givenSilent()
    await closeSyncs(dispatchWith(standIn('unknown').work))

    await givenOutcome(server, owner, syncJobId, completedOutcome)

    expect(await stateOf(owner, syncJobId)).toBe('COMPLETED')
  })
})
