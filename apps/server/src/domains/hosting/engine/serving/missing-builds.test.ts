import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createLog } from '#adapters/log'
import { storedObjectKey } from '#adapters/object-store'
import { type Actor, ask, createSmallLaunch, environmentOf, givenModeler, useBuilds, useServer } from '#test'
import { createArtifacts } from '../builds/index.ts'
import type { EnvironmentId, Launch } from '../engines/index.ts'
import { openEngines } from './index.ts'
import { createMissingBuilds } from './missing-builds.ts'

const server = useServer()
const builds = useBuilds(server)
const patient = new AbortController().signal
const megabyte = 1_048_576
const engineProcesses = { budgetBytes: 4 * megabyte, processBytes: megabyte, idleMs: 600_000, startMs: 60_000 }

const idOf = async (actor: Actor): Promise<EnvironmentId> => ({ tenantId: actor.tenantId, ...(await environmentOf(actor)) })
const reasonsOf = async (actor: Actor): Promise<string[]> => (await builds.rows(actor)).map(({ reason }) => reason)

/** Engines of small programs, which are started only where their artifact is in the store. */
const givenEngines = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'facet-missing-'))
  const services = server.services()
  const artifacts = createArtifacts(services.objects, join(folder, 'artifacts'), megabyte)
  const small = createSmallLaunch(folder)
  const launch: Launch = async (spec, ...rest) => {
    const { release } = await artifacts.open({ tenantId: spec.tenantId, ...spec.artifact }, patient)
    release()
    return small.launch(spec, ...rest)
  }
  const { engines, stop } = await openEngines({
    ...{ log: createLog('silent'), pool: services.pool, calls: services.calls, nodeId: 'node-missing', launch },
    config: { databaseUrl: server.database().serviceUrl, engineProcesses },
  })
  onTestFinished(async () => {
    await stop()
    await artifacts.close()
    await rm(folder, { recursive: true, force: true })
  })
  return engines
}

it('rebuilds a lost artifact once and keeps serving the current one', async () => {
  const owner = await givenModeler(server)
  const { artifact_key: key } = await builds.run(owner)
  const own = await idOf(owner)
  await server.services().objects.remove([storedObjectKey(owner, key ?? '')])
  const before = (await builds.rows(owner)).length
  const engines = await givenEngines()

  const refusals = await Promise.all([1, 2, 3].map(() => engines.acquire(own, patient).catch((error: unknown) => error)))

  expect(refusals).toEqual(refusals.map(() => expect.objectContaining({ code: 'engine_failed', kind: 'unavailable' })))
  expect((await reasonsOf(owner)).slice(before)).toEqual(['artifact_lost'])
  const rebuilt = await builds.run(owner)
  expect(rebuilt.status).toBe('built')
  const lease = await engines.acquire(own, patient)
  expect(await ask(lease, '/build')).toBe(String(rebuilt.id))
  lease.release()
})

describe('a deployment that nothing was ever built of', () => {
  const forgetBuilds = ({ deploymentId }: Actor) => server.query('delete from builds where deployment_id = $1', [deploymentId])

  it('is built because somebody asks, once', async () => {
    const owner = await givenModeler(server)
    const own = await idOf(owner)
    await forgetBuilds(owner)
    const engines = await givenEngines()

    await expect(engines.acquire(own, patient)).rejects.toMatchObject({ code: 'no_build' })
    await expect(engines.acquire(own, patient)).rejects.toMatchObject({ code: 'no_build' })

    expect(await reasonsOf(owner)).toEqual(['requested'])
    const { id } = await builds.run(owner)
    const lease = await engines.acquire(own, patient)
    expect(await ask(lease, '/build')).toBe(String(id))
    lease.release()
  })

  it('is asked for by its own tenant alone, at most once a minute, and not where a build failed', async () => {
    const [owner, stranger] = [await givenModeler(server), await server.admin()]
    const own = await idOf(owner)
    await forgetBuilds(owner)
    let nowMs = 0
    const { pool } = server.services()
    const problems: unknown[] = []
    const { whereNone } = createMissingBuilds({ pool, onProblem: (error) => void problems.push(error), nowMs: () => nowMs })
    const find = whereNone(async () => null)

    await find({ ...own, tenantId: stranger.tenantId })
    await find({ ...own, deploymentId: stranger.deploymentId })
    expect(await reasonsOf(owner)).toEqual([])
    nowMs += 60_000
    await Promise.all([find(own), find(own)])
    expect(await reasonsOf(owner)).toEqual(['requested'])
    await forgetBuilds(owner)
    await find(own)
    expect(await reasonsOf(owner)).toEqual([])
    nowMs += 60_000
    await find(own)
    expect(await reasonsOf(owner)).toEqual(['requested'])
    await server.query("update builds set status = 'failed' where deployment_id = $1", [owner.deploymentId])
    nowMs += 60_000
    await find(own)
    expect(await reasonsOf(owner)).toEqual(['requested'])
    expect(problems).toEqual([])
  })
})
