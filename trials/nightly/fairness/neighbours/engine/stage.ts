import { randomBytes, randomUUID } from 'node:crypto'
import { type Client, createClient } from '@facet/client'
import { awaitBuild } from '../../../../../tools/stack/demo/build.ts'
import { uploadModel } from '../../../../../tools/stack/demo/upload.ts'
import { signDeploymentToken } from '../../../../harness/deployment-token.ts'
import { newDeployment } from '../../../../harness/embedding.ts'
import { type HostingStage, host, hostUrl, openStage, warehouseVariables } from '../../../../harness/hosting/stage.ts'
import type { FacetProcess } from '../../../../harness/installation.ts'

/** How one party calls the data API of one deployment. */
export type Party = { host: string; authorization: string; load: string }

/** A node with three engine slots, a deployment that two customers share, and a tenant with three slow deployments. */
export type EngineStage = {
  stage: HostingStage
  server: FacetProcess
  /** A viewer of each customer. */
  hostile: Party
  quiet: Party
  slow: Party[]
  close: () => Promise<void>
}

const variables = (stage: HostingStage, secret: string) =>
  Object.entries({ ...warehouseVariables(stage.installation), CUBEJS_API_SECRET: secret, CUBEJS_CONCURRENCY: '8' }).map(
    ([name, value]) => ({
      name,
      value,
    }),
  )

const sharedModel = `cubes:
  - name: numbers
    sql: "select n, 'label ' || n % 100 as label from generate_series(1, 1000) n"
    dimensions:
      - { name: n, sql: "{CUBE}.n", type: number, primary_key: true, public: true }
      - { name: label, sql: "{CUBE}.label", type: string }
    measures:
      - { name: worth, sql: "{CUBE}.n", type: sum }
    access_policy:
      - { group: "*", row_level: { allow_all: true } }
`

const slowSeconds = 8
const slowModel = `cubes:
  - name: naps
    sql: "select 1 as n from pg_sleep(${slowSeconds})"
    dimensions:
      - { name: n, sql: "{CUBE}.n", type: number, primary_key: true, public: true }
    measures:
      - { name: count, type: count }
`

type Owner = { client: Client; baseUrl: string; key: string; host: string }

const createDeployment = async (stage: HostingStage, owner: Owner, name: string, content: string) => {
  const secret = randomBytes(24).toString('hex')
  const { id: deploymentId, deploymentUrl } = await owner.client.createDeployment({ body: newDeployment(name) })
  await owner.client.setEnvVariables({ params: { deploymentId }, body: { env_variables: variables(stage, secret) } })
  const commit = await uploadModel(owner, deploymentId, [{ path: 'model/cubes.yml', content }])
  const build = await awaitBuild(owner, deploymentId, commit)
  if (!build.isBuilt) throw new Error(`The model of "${name}" was not built: ${build.reason}`)
  const load = `${new URL(deploymentUrl).pathname}/cubejs-api/v1/load`
  return { deploymentId, party: { host: owner.host, authorization: await signDeploymentToken(secret), load } }
}

const viewerOf = async (stage: HostingStage, server: FacetProcess, owner: Owner, deploymentId: number, embedTenantName: string) => {
  const { sessionId } = await owner.client.generateSession({
    body: { deploymentId, externalId: `viewer-${randomUUID()}`, embedTenantName },
  })
  const { body } = await stage.caller.ask(server, {
    host: owner.host,
    method: 'POST',
    path: '/api/v1/embed/session/token',
    body: { sessionId },
  })
  return String(body['token'])
}

const neighbourHost = '127.0.0.1'

export const openEngineStage = async (): Promise<EngineStage> => {
  const stage = await openStage({ FACET_ENGINE_MEMORY_MB: '2304' })
  try {
    const server = await stage.serve()
    const owner: Owner = { client: stage.clientOf(server), baseUrl: hostUrl(server), key: stage.adminKey, host }
    const tenant = ['tenants', 'create', '--name', 'neighbour', '--host', neighbourHost, '--admin-email', 'admin@neighbour.test', '--json']
    const { adminKey: key } = JSON.parse(await stage.installation.facet(tenant)) as { adminKey: string }
    const neighbour: Owner = { client: createClient({ baseUrl: server.url, key }), baseUrl: server.url, key, host: neighbourHost }
    const { deploymentId, party } = await createDeployment(stage, owner, 'Shared', sharedModel)
    const slow: Party[] = []
    for (const name of ['Slow 1', 'Slow 2', 'Slow 3']) slow.push((await createDeployment(stage, neighbour, name, slowModel)).party)
    const viewer = async (name: string): Promise<Party> => ({
      ...party,
      authorization: await viewerOf(stage, server, owner, deploymentId, name),
    })
    return { stage, server, hostile: await viewer('acme-corp'), quiet: await viewer('globex-corp'), slow, close: stage.close }
  } catch (error) {
    await stage.close()
    throw error
  }
}
