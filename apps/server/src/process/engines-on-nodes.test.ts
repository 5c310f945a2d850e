import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@facet/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RoleName } from '#config'
import { createEngineDoor, openEngines, type OpenedEngines } from '#engine/hosting'
import {
  type Actor,
  createSmallLaunch,
  dataPathOf,
  dataRefusalOf,
  deploymentInput,
  type RunningServer,
  setVariables,
  signedBySecret,
  startServer,
  useDatabase,
} from '#test'
import { openDataPlane } from './data-plane.ts'

const megabyte = 1_048_576
const engineProcesses = { budgetBytes: 4 * megabyte, processBytes: megabyte, idleMs: 600_000, startMs: 60_000 }
const host = 'acme.test'

type EngineServer = RunningServer & { processes: OpenedEngines }

const database = useDatabase()
let folder: string
let gate: RunningServer
let engineNodes: EngineServer[]
let owner: Actor

/** A node of the role `engine`; what it starts are small programs, under the supervisor and over the database. */
const startEngineServer = async (): Promise<EngineServer> => {
  const opening = Promise.withResolvers<OpenedEngines>()
  const server = await startServer({}, database, {
    roles: ['engine', 'worker'],
    opened: ({ config, log, pool, calls, nodeId, engineNodes: { tokens } }) => {
      const { launch } = createSmallLaunch(folder)
      openEngines({ config: { ...config, engineProcesses }, log, pool, calls, nodeId, launch }).then(opening.resolve, opening.reject)
      const acquire: OpenedEngines['engines']['acquire'] = async (...asked) => (await opening.promise).engines.acquire(...asked)
      return { engineDoor: createEngineDoor({ engines: { acquire }, tokens, onProblem: ({ err }) => log.warn({ err }, 'door') }) }
    },
  })
  const processes = await opening.promise
  return {
    ...server,
    processes,
    stop: async () => {
      await processes.stop()
      await server.stop()
    },
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facet-engines-'))
  engineNodes = [await startEngineServer(), await startEngineServer()]
  const roles: readonly RoleName[] = ['api', 'authoring', 'gateway']
  gate = await startServer({}, database, { roles, opened: (services) => ({ openGateway: openDataPlane(services) }) })
  const { tenantId, key } = await gate.addTenant(host)
  const headers = { 'x-forwarded-host': host }
  const api = createClient({ baseUrl: gate.address, headers, key })
  const { id: deploymentId } = await api.createDeployment({ body: deploymentInput('First') })
  owner = { api, key, tenantId, host, deploymentId, headers }
  await setVariables(owner, { name: 'CUBEJS_API_SECRET', value: 'a secret of the deployment that is long enough' })
}, 120_000)
afterAll(async () => {
  await gate.stop()
  for (const node of engineNodes) await node.stop()
  await rm(folder, { recursive: true, force: true })
})

const givenServed = ({ tenantId, deploymentId }: Actor) =>
  database.query(
    `with built as (
       insert into builds (tenant_id, deployment_id, environment_id, branch_name, reason, status, engine_version, artifact_key, artifact_sha256)
       select tenant_id, deployment_id, id, 'main', 'merge', 'built', '1.7.43', 'artifacts/1', 'abc'
       from environments where tenant_id = $1 and deployment_id = $2 returning id, environment_id)
     update environments set build_id = built.id from built where environments.tenant_id = $1 and environments.id = built.environment_id`,
    [tenantId, deploymentId],
  )

const ask = async (): Promise<Response> =>
  fetch(`${gate.address}${await dataPathOf(owner)}/readyz`, { headers: { ...owner.headers, authorization: signedBySecret({}) } })

describe('a gateway whose node runs no engines', () => {
  it('asks the node that runs the one of the environment, and the other when that one is gone', async () => {
    expect(await dataRefusalOf(await ask())).toMatchObject({ status: 503, code: 'no_build' })

    await givenServed(owner)
    const answer = await ask()
    expect([answer.status, await answer.text()]).toEqual([200, 'ready'])
    // The registry is written behind: no query waits for it.
    const runningOn = async (): Promise<string[]> =>
      (await database.query<{ node_id: string }>("select node_id from engine_processes where status = 'ready'")).map((row) => row.node_id)
    await expect.poll(runningOn, { timeout: 20_000 }).toHaveLength(1)
    const [nodeId] = await runningOn()
    const chosen = engineNodes.find(({ services }) => services.nodeId === nodeId)
    const other = engineNodes.find(({ services }) => services.nodeId !== nodeId)

    await chosen?.stop()
    const next = await ask()
    expect([next.status, await next.text()]).toEqual([200, 'ready'])
    await expect.poll(runningOn, { timeout: 20_000 }).toEqual([other?.services.nodeId])
  }, 60_000)

  it('does not show the door of engines to those who call from outside', async () => {
    const { address } = engineNodes.find(({ processes }) => processes.engines.list().length > 0) ?? gate
    for (const server of [address, gate.address]) {
      const response = await fetch(`${server}/internal/engines/${owner.tenantId}/${owner.deploymentId}/1`, {
        method: 'POST',
        headers: { ...owner.headers, authorization: `Bearer ${owner.key}`, 'x-facet-engine-call': 'x.y' },
        body: '{}',
      })
      expect([response.status, ((await response.json()) as { code?: string }).code]).toEqual([404, 'route_not_found'])
    }
  })
})
