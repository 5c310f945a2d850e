import { describe, expect } from 'vitest'
import { inTransaction } from '#db'
import { Failure } from '#kernel/failure'
import { type Actor, calmStep, givenFiles, givenModeler, useBuilds, useServer, withOwner } from '#test'
import { beginBuild } from './begin-build.ts'
import {
  activateBuild,
  type BuildWork,
  closeBuilds,
  type DispatchParts,
  makeBuild,
  requestBuild,
  startBuilds,
  workflowIdOf,
  type WorkState,
} from './index.ts'

const server = useServer()
const it = withOwner(server, () => givenModeler(server))
const builds = useBuilds(server)

type Started = { id: string; fairnessKey: string }

/** Long work as far as builds ask it; whether it runs anything is for the tests with a real one. */
const standIn = (state: WorkState = 'running') => {
  const started: Started[] = []
  const cancelled: string[] = []
  const work: BuildWork = {
    start: async ({ id, fairnessKey }) => started.push({ id, fairnessKey }),
    cancel: async (id) => void cancelled.push(id),
    describe: async () => state,
  }
  return { work, started, cancelled }
}

const partsWith = (work: BuildWork): DispatchParts => {
  const { pool, calls } = server.services()
  return {
    pool,
    calls,
    work,
    onProblem: (error) => {
      throw error
    },
  }
}
const ask = (actor: Actor) =>
  inTransaction(server.services().pool, actor.tenantId, 'read write', (db) => requestBuild(db, actor, { reason: 'requested' }))
const startedOf = ({ tenantId }: Actor, started: Started[]) => started.filter(({ fairnessKey }) => fairnessKey === String(tenantId))
const statuses = async (actor: Actor) => (await builds.rows(actor)).map(({ status }) => status)

describe('startBuilds', () => {
  it('starts the newest that waits for an environment, and the others come to nothing', async ({ owner }) => {
    await ask(owner)
    const { id } = await builds.newest(owner)
    const { work, started, cancelled } = standIn()

    await startBuilds(partsWith(work))
    await startBuilds(partsWith(work))

    expect(startedOf(owner, started)).toEqual([{ id: `build-${owner.tenantId}-${id}`, fairnessKey: String(owner.tenantId) }])
    expect(await statuses(owner)).toEqual(['cancelled', 'cancelled', 'queued'])
    expect((await builds.rows(owner))[0]).toMatchObject({
      error_text: `Build ${id} is newer and took its place.`,
      finished_at: expect.any(Date),
    })
    expect(cancelled).toEqual([])
  })

  it('cancels one that is under way when a newer one is started', async ({ owner }) => {
    const { work, started, cancelled } = standIn()
    await startBuilds(partsWith(work))
    const running = await builds.newest(owner)
    await givenFiles(server, owner, 'main', { 'model/a.yml': 'cubes: []' })

    await startBuilds(partsWith(work))

    expect(startedOf(owner, started)).toHaveLength(2)
    expect(cancelled).toContain(`build-${owner.tenantId}-${running.id}`)
    expect((await statuses(owner)).slice(-2)).toEqual(['cancelled', 'queued'])
  })

  it('loses nothing while Temporal is away', async ({ owner }) => {
    const away: BuildWork = {
      ...standIn().work,
      start: () => Promise.reject(new Failure('service_unavailable', 'Temporal is away.')),
    }
    await expect(startBuilds(partsWith(away))).rejects.toThrow('away')
    await expect(startBuilds(partsWith(away))).rejects.toThrow('away')
    expect((await statuses(owner)).every((status) => status === 'queued')).toBe(true)
    const { work, started } = standIn()

    await startBuilds(partsWith(work))

    expect(startedOf(owner, started)).toHaveLength(1)
  })

  it('starts the others when one cannot be started, and tells of it', async () => {
    await startBuilds(partsWith(standIn().work))
    const [broken, other] = [await server.admin(), await server.admin()]
    const { work, started } = standIn()
    const refusing: BuildWork = {
      ...work,
      start: async (workflow) => {
        if (workflow.fairnessKey === String(broken.tenantId)) throw new Error('no such thing can be started')
        return work.start(workflow)
      },
    }

    await expect(startBuilds(partsWith(refusing))).rejects.toThrow('no such thing')

    expect(startedOf(other, started)).toHaveLength(1)
    expect(await statuses(broken)).toEqual(['queued'])
  })

  it('loses no build whose start was not noted, though a worker has begun it', async ({ owner }) => {
    const asked = builds.idOf(owner, await builds.newest(owner))
    // Temporal took it, a worker was quick, and whoever started it heard nothing or died.
    const unheard: BuildWork = {
      ...standIn().work,
      start: async ({ id }) => {
        if (id !== workflowIdOf(asked)) return
        await inTransaction(server.services().pool, owner.tenantId, 'read write', (db) => beginBuild(db, asked))
        throw new Error('no answer in time')
      },
    }
    await expect(startBuilds(partsWith(unheard))).rejects.toThrow('no answer')
    expect(await builds.newest(owner)).toMatchObject({ status: 'building' })
    const { work, started } = standIn('failed')

    await startBuilds(partsWith(work))

    expect(startedOf(owner, started)).toEqual([{ id: workflowIdOf(asked), fairnessKey: String(owner.tenantId) }])
    expect((await statuses(owner)).slice(0, -1).every((status) => status === 'cancelled')).toBe(true)
    await server.query(
      "update builds set updated_at = now() - interval '1 hour', workflow_started_at = now() - interval '1 hour' where id = $1",
      [asked.buildId],
    )
    await closeBuilds(partsWith(work))
    expect(await builds.newest(owner)).toMatchObject({ status: 'failed' })
  })

  it('asks anew for a change that was committed too late for a build of a higher number', async ({ owner }) => {
    await builds.run(owner)
    await startBuilds(partsWith(standIn().work))
    const isSeen = Promise.withResolvers<null>()
    const asked = Promise.withResolvers<number | null>()
    const slow = inTransaction(server.services().pool, owner.tenantId, 'read write', async (db) => {
      await db.updateTable('deployments').set({ embed_without_policy: 'allow' }).where('id', '=', owner.deploymentId).execute()
      asked.resolve(await requestBuild(db, owner, { reason: 'settings_changed' }))
      await isSeen.promise
    })
    const low = await asked.promise
    await givenFiles(server, owner, 'main', { 'model/b.yml': 'cubes: []' })
    const high = builds.idOf(owner, await builds.newest(owner))
    const quick: BuildWork = {
      ...standIn().work,
      start: async ({ id }) => {
        if (id !== workflowIdOf(high)) return
        expect(await makeBuild(builds.parts(), high, calmStep())).toBe('stored')
        isSeen.resolve(null)
        await slow
      },
    }
    await startBuilds(partsWith(quick))
    await activateBuild(builds.parts(), high)
    const late = (await builds.rows(owner)).find(({ id }) => id === low)
    if (!late) throw new Error('The build that was asked for is not there.')
    expect(late).toMatchObject({ status: 'queued' })
    const { work, started } = standIn()

    await startBuilds(partsWith(work))
    expect(startedOf(owner, started)).toMatchObject([{ id: workflowIdOf(builds.idOf(owner, late)) }])
    expect(await makeBuild(builds.parts(), builds.idOf(owner, late), calmStep())).toBe('over')

    const anew = await builds.newest(owner)
    expect(anew).toMatchObject({ status: 'queued', reason: 'settings_changed' })
    expect((await builds.rows(owner)).find(({ id }) => id === low)).toMatchObject({
      status: 'cancelled',
      error_text: `Build ${high.buildId} was begun before this change was there; build ${anew.id} takes its place.`,
    })
    expect(await builds.run(owner)).toMatchObject({ status: 'built', report: { embedWithoutPolicy: 'allow' } })
    expect(await builds.served(owner)).toBe(anew.id)
  })

  it('takes tenants in turns', async () => {
    await startBuilds(partsWith(standIn().work))
    const busy = await server.admin()
    for (const name of ['Second', 'Third'])
      await busy.api.createDeployment({
        body: { name, cloudProvider: 'cubecloud', isManaged: true, region: 'local', targetPlatform: 'aws', creationStep: 'project' },
      })
    const other = await server.admin()
    const { work, started } = standIn()

    await startBuilds(partsWith(work))

    expect(started.map(({ fairnessKey }) => Number(fairnessKey))).toEqual([busy.tenantId, other.tenantId, busy.tenantId, busy.tenantId])
  })
})

describe('closeBuilds', () => {
  const silent = async (actor: Actor) => {
    await startBuilds(partsWith(standIn().work))
    await server.query(
      "update builds set updated_at = now() - interval '1 hour', workflow_started_at = now() - interval '1 hour' where deployment_id = $1 and status = 'queued'",
      [actor.deploymentId],
    )
    return builds.newest(actor)
  }

  it.each([
    ['failed', 'failed'],
    ['completed', 'failed'],
    ['cancelled', 'cancelled'],
  ] as const)('ends a build whose workflow %s without an outcome', async (state, status) => {
    const owner = await server.admin()
    await silent(owner)

    await closeBuilds(partsWith(standIn(state).work))

    expect(await builds.newest(owner)).toMatchObject({ status, error_text: expect.stringMatching(/\S/), finished_at: expect.any(Date) })
  })

  it('leaves one alone whose workflow runs, and one that speaks', async () => {
    const owner = await server.admin()
    await silent(owner)
    await closeBuilds(partsWith(standIn('running').work))

    // It was looked at just now, so nobody asks again.
    await closeBuilds(partsWith(standIn('failed').work))

    expect(await builds.newest(owner)).toMatchObject({ status: 'queued' })
  })

  it('starts one anew that Temporal does not know', async () => {
    const owner = await server.admin()
    await silent(owner)
    await closeBuilds(partsWith(standIn('unknown').work))
    const { work, started } = standIn()

    await startBuilds(partsWith(work))

    expect(startedOf(owner, started)).toHaveLength(1)
    expect(await builds.newest(owner)).toMatchObject({ status: 'queued' })
  })
})
