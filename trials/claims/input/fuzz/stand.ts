import { randomBytes } from 'node:crypto'
import type { Client } from '@facet/client'
import pg from 'pg'

/** Where ids of existing things come from. */
export type Pool = {
  deploymentId: () => Promise<number> | number
  apiKeyId: () => Promise<number> | number
  serviceAccountId: () => Promise<number> | number
  userId: () => Promise<number> | number
  groupId: () => Promise<number> | number
  userAttributeId: () => Promise<number> | number
  embedGroupId: () => Promise<number> | number
}

/** Those that paths name as they are called there, wherever they stand. */
export const pooledParams = ['apiKeyId', 'serviceAccountId', 'userId', 'groupId', 'userAttributeId'] as const

/** What the fuzzer acts on: things that stand throughout, and fresh ones for whatever is deleted. */
export type Stand = {
  standing: Pool
  embedTenantName: string
  fresh: Pool & { variableOf: (deploymentId: number) => Promise<string> }
  isProtected: (id: number) => boolean
  /** The settings that requests stand on, as they were before the fuzzer changed them. */
  restoreSettings: () => Promise<void>
}

const embedTenantName = 'stand-embed'

/** No operation makes an embed tenant by itself. */
export const insertEmbedTenant = async (adminUrl: string, tenantId: number): Promise<void> => {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  await client.query('insert into embed_tenants (tenant_id, name) values ($1, $2)', [tenantId, embedTenantName])
  await client.end()
}

export const createStand = async (api: Client): Promise<Stand> => {
  let made = 0
  // Names that the fuzzer would not come to by changing those it has seen.
  const name = (): string => `stand-${++made}-${randomBytes(4).toString('hex')}`
  const deploymentId = async (): Promise<number> => {
    const body = {
      name: name(),
      cloudProvider: 'cubecloud',
      isManaged: true,
      region: 'local',
      targetPlatform: 'aws',
      creationStep: 'project',
    } as const
    return (await api.createDeployment({ body })).id
  }
  const apiKeyId = async (): Promise<number> => (await api.createApiKey({ body: { name: name() } })).id
  const serviceAccountId = async (): Promise<number> => (await api.createServiceAccount({ body: { name: name(), role: 'Viewer' } })).id
  const userId = async (): Promise<number> => {
    const username = name()
    return (await api.createUser({ body: { email: `${username}@fuzz.test`, username } })).id
  }
  const groupId = async (): Promise<number> => (await api.createGroup({ body: { name: name() } })).id
  const embedGroupId = async (): Promise<number> => (await api.createEmbedGroup({ params: { embedTenantName }, body: { name: name() } })).id
  const userAttributeId = async (): Promise<number> => (await api.createUserAttribute({ body: { name: name(), type: 'string' } })).id

  const ids = {
    deployment: await deploymentId(),
    apiKey: await apiKeyId(),
    account: await serviceAccountId(),
    user: await userId(),
    group: await groupId(),
    embedGroup: await embedGroupId(),
    attribute: await userAttributeId(),
  }
  const standing = new Set(Object.values(ids))
  // The keys that were here before are those of the fuzzer and of this stand: without them nothing more can be asked.
  for await (const key of api.items('listApiKeys')) standing.add(key.id)
  standing.add((await api.getCurrentUser()).id)
  return {
    standing: {
      deploymentId: () => ids.deployment,
      apiKeyId: () => ids.apiKey,
      serviceAccountId: () => ids.account,
      userId: () => ids.user,
      groupId: () => ids.group,
      embedGroupId: () => ids.embedGroup,
      userAttributeId: () => ids.attribute,
    },
    embedTenantName,
    fresh: {
      deploymentId,
      apiKeyId,
      serviceAccountId,
      userId,
      groupId,
      embedGroupId,
      userAttributeId,
      variableOf: async (ofDeployment) => {
        const variable = `FUZZ_${++made}`
        const body = { env_variables: [{ name: variable, value: 'x' }] }
        // The fuzzer may have named a deployment that is not there; then the variable is not either.
        await api.setEnvVariables({ params: { deploymentId: ofDeployment }, body }).catch(() => undefined)
        return variable
      },
    },
    isProtected: (id) => standing.has(id),
    restoreSettings: async () =>
      void (await api.updateTenantSettings({ body: { embeddingEnabled: true, externalUserLimit: 1_000_000, revokeOnSecondUse: false } })),
  }
}
