import { randomBytes } from 'node:crypto'
import type { Client } from '@facet/client'
import pg from 'pg'

/** Path parameters with the same name in every path. */
export const pooledParams = ['apiKeyId', 'serviceAccountId', 'userId', 'groupId', 'userAttributeId'] as const

/** Returns the id of an existing resource. */
export type Pool = Record<(typeof pooledParams)[number] | 'deploymentId' | 'embedGroupId', () => Promise<number>>

/** Resources for requests of the fuzzer. */
export type Stand = {
  /** Resources that exist during the whole trial. */
  standing: Pool
  /** Creates a resource for each request that deletes or demotes one. */
  fresh: Pool & { variableOf: (deploymentId: number) => Promise<string> }
  embedTenantName: string
  isProtected: (id: number) => boolean
  /** Restores the tenant settings that prepared requests need. */
  restoreSettings: () => Promise<void>
}

const embedTenantName = 'stand-embed'

/** No operation creates only an embed tenant. */
export const insertEmbedTenant = async (adminUrl: string, tenantId: number): Promise<void> => {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  await client.query('insert into embed_tenants (tenant_id, name) values ($1, $2)', [tenantId, embedTenantName])
  await client.end()
}

export const createStand = async (api: Client): Promise<Stand> => {
  let made = 0
  // Unlike any name that the fuzzer derives from names in responses.
  const name = (): string => `stand-${++made}-${randomBytes(4).toString('hex')}`
  const project = { cloudProvider: 'cubecloud', isManaged: true, region: 'local', targetPlatform: 'aws', creationStep: 'project' } as const
  const idOf = async (created: Promise<{ id: number }>): Promise<number> => (await created).id
  const fresh: Pool = {
    deploymentId: () => idOf(api.createDeployment({ body: { name: name(), ...project } })),
    apiKeyId: () => idOf(api.createApiKey({ body: { name: name() } })),
    serviceAccountId: () => idOf(api.createServiceAccount({ body: { name: name(), role: 'Viewer' } })),
    userId: () => idOf(api.createUser({ body: { email: `${name()}@fuzz.test`, username: name() } })),
    groupId: () => idOf(api.createGroup({ body: { name: name() } })),
    embedGroupId: () => idOf(api.createEmbedGroup({ params: { embedTenantName }, body: { name: name() } })),
    userAttributeId: () => idOf(api.createUserAttribute({ body: { name: name(), type: 'string' } })),
  }
  const entries = await Promise.all(Object.entries(fresh).map(async ([param, create]) => [param, await create()] as const))
  // Also the fuzzer's own user and keys: without them it could not send further requests.
  const protectedIds = new Set([...entries.map(([, id]) => id), (await api.getCurrentUser()).id])
  for await (const key of api.items('listApiKeys')) protectedIds.add(key.id)
  return {
    standing: Object.fromEntries(entries.map(([param, id]) => [param, async () => id])) as Pool,
    embedTenantName,
    fresh: {
      ...fresh,
      variableOf: async (deploymentId) => {
        const variable = `FUZZ_${++made}`
        const body = { env_variables: [{ name: variable, value: 'x' }] }
        // The deployment may not exist. Then the variable does not either.
        await api.setEnvVariables({ params: { deploymentId }, body }).catch(() => undefined)
        return variable
      },
    },
    isProtected: (id) => protectedIds.has(id),
    restoreSettings: async () =>
      void (await api.updateTenantSettings({ body: { embeddingEnabled: true, externalUserLimit: 1_000_000, revokeOnSecondUse: false } })),
  }
}
