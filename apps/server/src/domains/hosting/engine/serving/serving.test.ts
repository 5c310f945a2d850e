import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '#adapters/log'
import { createFunctionCalls, createPool, type FunctionCalls, type Pool } from '#db'
import type { EnvironmentId, ProcessRow } from '../engines/index.ts'
import {
  createFindServed,
  createLogWriter,
  createRecordProcess,
  type FindServed,
  followBuilds,
  openEngines,
  recordErrorsIn,
} from './index.ts'
import { ask, createSmallLaunch, useDatabase } from '#test'

const database = useDatabase()
let pool: Pool
let calls: FunctionCalls
let findServed: FindServed
let own: EnvironmentId
let foreign: EnvironmentId

const givenEnvironment = async (name: string): Promise<EnvironmentId> => {
  const [tenant] = await database.query<{ id: string }>('insert into tenants (name) values ($1) returning id', [name])
  const tenantId = Number(tenant?.id)
  await database.query(
    `insert into deployments (tenant_id, name, slug, creation_step, cloud_provider, region, target_platform, is_managed, release_channel_version)
     values ($1, 'First', 'first', 'project', 'cubecloud', 'local', 'aws', true, '1.7.43')`,
    [tenantId],
  )
  const [row] = await database.query<{ deployment_id: string; id: string }>(
    "select deployment_id, id from environments where tenant_id = $1 and type = 'production'",
    [tenantId],
  )
  return { tenantId, deploymentId: Number(row?.deployment_id), environmentId: Number(row?.id) }
}

/** A build that the environment serves from now on. */
const givenServed = async ({ tenantId, deploymentId, environmentId }: EnvironmentId): Promise<number> => {
  const [row] = await database.query<{ id: string }>(
    `with built as (
       insert into builds (tenant_id, deployment_id, environment_id, branch_name, reason, status, engine_version, artifact_key, artifact_sha256)
       values ($1, $2, $3, 'main', 'merge', 'built', '1.7.43', 'artifacts/1', 'abc') returning id),
     served as (update environments set build_id = built.id from built where environments.tenant_id = $1 and environments.id = $3)
     select id from built`,
    [tenantId, deploymentId, environmentId],
  )
  return Number(row?.id)
}

const processOf = (environment: EnvironmentId, name: string, buildId = 1): ProcessRow => ({
  name,
  restarts: 0,
  spec: { ...environment, buildId, engineVersion: '1.7.43', artifact: { key: 'k', sha256: 's' } },
})

const processesOf = ({ tenantId }: EnvironmentId) =>
  database.query<{ name: string; status: string; restarts: number; node_id: string }>(
    'select name, status, restarts, node_id from engine_processes where tenant_id = $1 and name like $2 order by name',
    [tenantId, 'test-%'],
  )

const linesOf = async ({ tenantId }: EnvironmentId, pod: string): Promise<string[]> =>
  (
    await database.query<{ message: string }>('select message from engine_logs where tenant_id = $1 and pod = $2 order by id', [
      tenantId,
      pod,
    ])
  ).map(({ message }) => message)

beforeAll(async () => {
  pool = createPool(database.serviceUrl, 2, () => undefined)
  calls = createFunctionCalls(database.serviceUrl)
  findServed = createFindServed(calls)
  own = await givenEnvironment('own')
  foreign = await givenEnvironment('foreign')
})
afterAll(async () => {
  await calls.close()
  await pool.end()
})

describe('the build that is served', () => {
  it('is found for many environments at once, and only as their own tenant and deployment', async () => {
    const [ownBuild, foreignBuild] = [await givenServed(own), await givenServed(foreign)]

    expect(await findServed([own, foreign])).toEqual([
      expect.objectContaining({
        ...own,
        buildId: ownBuild,
        engineVersion: '1.7.43',
        artifact: { key: 'artifacts/1', sha256: 'abc' },
      }),
      expect.objectContaining({ ...foreign, buildId: foreignBuild }),
    ])
    expect(await findServed([{ ...own, tenantId: foreign.tenantId }])).toEqual([])
    expect(await findServed([{ ...own, deploymentId: foreign.deploymentId }])).toEqual([])
  })

  it('is none where nothing was activated', async () => {
    await database.query('update environments set build_id = null where tenant_id = $1', [own.tenantId])

    expect(await findServed([own])).toEqual([])
  })
})

describe('the registry of processes', () => {
  it('follows a process from its start to its end', async () => {
    const record = createRecordProcess(pool, 'node-1')
    const row = processOf(own, 'test-1')

    await record(row, 'starting')
    expect(await processesOf(own)).toEqual([{ name: 'test-1', status: 'starting', restarts: 0, node_id: 'node-1' }])
    await record({ ...row, restarts: 2 }, 'ready')
    expect(await processesOf(own)).toEqual([{ name: 'test-1', status: 'ready', restarts: 2, node_id: 'node-1' }])
    await record(row, 'draining')
    await record(row, 'failed')
    expect(await processesOf(own)).toMatchObject([{ status: 'failed' }])
    await record(row, 'ended')
    expect(await processesOf(own)).toEqual([])
  })

  it('takes nothing about an environment of another tenant, and does not touch theirs', async () => {
    const record = createRecordProcess(pool, 'node-1')
    await record(processOf(foreign, 'test-2'), 'ready')

    await record(processOf({ ...foreign, tenantId: own.tenantId }, 'test-2'), 'failed')
    await record(processOf(own, 'test-2'), 'ended')

    expect(await processesOf(own)).toEqual([])
    expect(await processesOf(foreign)).toMatchObject([{ name: 'test-2', status: 'ready' }])
  })
})

const options = { onProblem: (error: unknown) => Promise.reject(error), everyMs: 600_000 }

describe('what processes say', () => {
  it('is kept in batches, in order, by deployment', async () => {
    const logs = createLogWriter({ pool, ...options })
    for (let line = 0; line < 300; line++) logs.add(processOf(own, 'said-1'), `line ${line}\0`)
    logs.add(processOf(foreign, 'said-1'), 'theirs')
    // Of a deployment that is gone.
    logs.add(processOf({ ...own, deploymentId: 1 }, 'said-1'), 'nobody’s')
    await logs.flush()

    expect(await linesOf(own, 'said-1')).toEqual(Array.from({ length: 300 }, (_, line) => `line ${line}\ufffd`))
    expect(await linesOf(foreign, 'said-1')).toEqual(['theirs'])
    await logs.stop()
  })

  it('waits in bounds, and how much was dropped is said', async () => {
    const logs = createLogWriter({ pool, ...options, maxPerDeployment: 3 })
    for (let line = 0; line < 10; line++) logs.add(processOf(own, 'said-2'), `line ${line}`)
    logs.add(processOf(foreign, 'said-2'), 'theirs')
    await logs.stop()

    expect(await linesOf(own, 'said-2')).toEqual([
      'line 0',
      'line 1',
      'line 2',
      '7 lines were dropped: they came faster than they could be kept.',
    ])
    expect(await linesOf(foreign, 'said-2')).toEqual(['theirs'])
  })
})

describe('what a deployment says in a minute', () => {
  let now = 0
  const open = () => createLogWriter({ pool, ...options, maxBytesPerMinute: 10_240, nowMs: () => now })

  it('is kept up to so many bytes, however it is said; the rest is told in one line', async () => {
    const logs = open()
    for (let line = 0; line < 30; line++) logs.add(processOf(own, 'much-1'), 'é'.repeat(450))
    await logs.flush()
    for (let line = 0; line < 30; line++) logs.add(processOf(own, 'much-1'), 'é'.repeat(450))
    logs.add(processOf(foreign, 'much-1'), 'theirs')
    await logs.flush()
    expect((await linesOf(own, 'much-1')).length).toBe(10)
    expect(await linesOf(foreign, 'much-1')).toEqual(['theirs'])

    now += 60_000
    await logs.flush()
    logs.add(processOf(own, 'much-1'), 'again')
    await logs.stop()

    expect((await linesOf(own, 'much-1')).slice(10)).toEqual(['50 lines were dropped: more than 10 kB came in a minute.', 'again'])
  })

  it('is bounded for lines of nothing, too', async () => {
    const logs = open()
    for (let line = 0; line < 500; line++) logs.add(processOf(own, 'much-2'), '')
    await logs.stop()

    expect((await linesOf(own, 'much-2')).at(-1)).toBe('398 lines were dropped: more than 10 kB came in a minute.')
  })

  it('has a share for errors of one caller, and counts equal ones', async () => {
    const logs = open()
    const { name, spec } = processOf(own, 'much-4')
    const record = recordErrorsIn(logs)
    const fail = (caller: string, text: string): void => record({ ...spec, processName: name, caller, requestId: 'r', status: 400, text })
    for (let line = 0; line < 15; line++) fail('external 1', 'the same')
    for (let line = 0; line < 100; line++) fail('external 2', `another ${line} ${'x'.repeat(400)}`)
    logs.add({ name, spec }, 'theirs')
    now += 60_000
    await logs.stop()

    const lines = await linesOf(own, 'much-4')
    const countOf = (text: string): number => lines.filter((line) => line.includes(text)).length
    // Of the ten that are not counted, six and their rows fill an eighth of 10 kB. The line with the count is one more.
    expect([countOf('the same'), countOf('another'), countOf('theirs')]).toEqual([7, 2, 1])
    expect(lines).toContainEqual(expect.stringMatching(/^5 lines more like this one came in a minute: .*the same/))
    expect(lines).toContain('98 lines about the caller "external 2" were dropped: more than its share of 10 kB came in a minute.')
  })

  it('is cut line by line, also the errors of queries, and can be stored', async () => {
    const logs = createLogWriter({ pool, ...options })
    const { name, spec } = processOf(own, 'much-3')
    logs.add({ name, spec }, `${'x'.repeat(8191)}😀`)
    recordErrorsIn(logs)({ ...spec, processName: name, caller: 'external 1', requestId: 'r', status: 500, text: 'x'.repeat(65_536) })
    await logs.stop()

    const [said = '', error = ''] = await linesOf(own, 'much-3')
    expect(said).toBe(`${'x'.repeat(8191)}\ufffd`)
    expect(JSON.parse(error)).toMatchObject({ level: 'error', error: 'x'.repeat(4000) })
  })
})

describe('an activated build', () => {
  const following = async (running: (EnvironmentId & { buildId: number })[], everyMs: number) => {
    const refreshed: EnvironmentId[] = []
    const { promise, resolve } = Promise.withResolvers<EnvironmentId>()
    const problems: unknown[] = []
    const followed = await followBuilds({
      url: database.serviceUrl,
      findServed,
      everyMs,
      onProblem: (error) => void problems.push(error),
      engines: {
        list: () => running.map((one) => ({ ...one, name: 'p', status: 'ready' as const, leases: 0, restarts: 0, startedAt: new Date() })),
        refresh: async (environment) => {
          refreshed.push(environment)
          resolve(environment)
        },
      },
    })
    return { followed, refreshed, first: promise, problems }
  }

  it('is told of by a notice', async () => {
    const { followed, first, problems } = await following([], 600_000)
    try {
      await database.query("select pg_notify('facet_engines', $1)", ['no json'])
      await database.query("select pg_notify('facet_engines', $1)", [JSON.stringify({ ...own, buildId: 9 })])

      expect(await first).toEqual(own)
      expect(problems).toHaveLength(1)
    } finally {
      await followed.stop()
    }
  })

  it('is found by a poll where the notice was lost, and no other is looked at again', async () => {
    const [ownBuild, foreignBuild] = [await givenServed(own), await givenServed(foreign)]
    const { followed, refreshed } = await following(
      [
        { ...own, buildId: ownBuild - 1 },
        { ...foreign, buildId: foreignBuild },
      ],
      600_000,
    )
    try {
      await followed.poll()

      expect(refreshed).toEqual([expect.objectContaining(own)])
    } finally {
      await followed.stop()
    }
  })
})

describe('the engines of a node', () => {
  const megabyte = 1_048_576
  const engineProcesses = { budgetBytes: 4 * megabyte, processBytes: megabyte, idleMs: 600_000, startMs: 60_000 }

  it('serve what is activated, are in the registry while they do, and leave nothing behind', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'facet-engines-'))
    const { launch, running } = createSmallLaunch(folder)
    const parts = { log: createLog('silent'), pool, calls, nodeId: 'node-2', launch }
    const { engines, stop } = await openEngines({ ...parts, config: { databaseUrl: database.serviceUrl, engineProcesses } })
    const rows = () =>
      database.query<{ build_id: string; status: string }>("select build_id, status from engine_processes where node_id = 'node-2'")
    try {
      const [first, patient] = [await givenServed(own), new AbortController().signal]
      const lease = await engines.acquire(own, patient)
      expect(await ask(lease, '/build')).toBe(String(first))
      expect(lease.processName).toMatch(/^first-[0-9a-f]{10}$/)
      await expect(engines.acquire({ ...own, tenantId: foreign.tenantId }, patient)).rejects.toMatchObject({ code: 'no_build' })
      lease.release()

      const second = await givenServed(own)
      await database.query("select pg_notify('facet_engines', $1)", [JSON.stringify({ ...own, buildId: second })])
      await expect.poll(rows, { timeout: 30_000 }).toEqual([{ build_id: String(second), status: 'ready' }])
      const next = await engines.acquire(own, patient)
      expect(await ask(next, '/build')).toBe(String(second))
      next.release()
      await stop()

      expect(running.size).toBe(0)
      expect(await rows()).toEqual([])
      expect(await linesOf(own, next.processName)).toEqual(['listening'])
    } finally {
      await stop()
      await rm(folder, { recursive: true, force: true })
    }
  })
})
