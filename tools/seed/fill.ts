import { type Client, createClient } from '@facet/client'
import { facet } from '../stack/facet.ts'
import { fillEmbedding } from './fill-embedding.ts'
import { fillModel } from './fill-model.ts'

/** What whoever reads the dump cannot find in it: secrets, and what stood behind them. */
export type Seeded = {
  host: string
  tenantId: number
  adminKey: string
  mintKey: string
  deletedKey: string
  deploymentId: number
  branch: string
  usedSessionId: string
  /** Another tenant, which the first one must not see. */
  other: { host: string; adminKey: string; deploymentId: number }
}

type Made = { tenantId: number; adminKey: string }

export const newDeployment = (name: string) =>
  ({ name, cloudProvider: 'cubecloud', isManaged: true, region: 'local', targetPlatform: 'aws', creationStep: 'project' }) as const

const addTenant = async (env: Record<string, string>, name: string): Promise<Made & { host: string }> => {
  const host = `${name}.test`
  const made = await facet(env, 'tenants', 'create', '--name', name, '--host', host, '--admin-email', `ada@${host}`, '--json')
  return { ...(JSON.parse(made) as Made), host }
}

const fillIdentity = async (api: Client, host: string): Promise<{ mintKey: string; deletedKey: string }> => {
  const grace = await api.createUser({
    body: { email: `grace@${host}`, username: `grace@${host}`, firstName: 'Grace', defaultRoles: ['Developer'] },
  })
  const leaving = await api.createUser({ body: { email: `leaving@${host}`, username: `leaving@${host}`, defaultRoles: ['Viewer'] } })
  await api.deleteUser({ params: { userId: leaving.id } })
  await api.createUserAttribute({ body: { name: 'region', type: 'string', defaultValue: 'eu' } })
  const { id: userAttributeId } = await api.createUserAttribute({ body: { name: 'level', type: 'number' } })
  await api.upsertUserAttributeValue({ body: { userId: String(grace.id), userAttributeId: String(userAttributeId), value: 7 } })
  await api.createGroup({ body: { name: 'premium', description: 'Pays for more' } })
  const { id: serviceAccountId } = await api.createServiceAccount({ body: { name: 'backend', role: 'Admin' } })
  const minting = await api.createApiKey({ body: { name: 'backend', serviceAccountId, preset: 'mint-only' } })
  const leaked = await api.createApiKey({ body: { name: 'leaked' } })
  await api.deleteApiKey({ params: { apiKeyId: leaked.id } })
  return { mintKey: minting.secret, deletedKey: leaked.secret }
}

/** Everything through the product: what the dump holds is what a customer's use leaves behind. */
export const fill = async (env: Record<string, string>, baseUrl: string): Promise<Seeded> => {
  const clientOf = (host: string, key?: string): Client =>
    createClient({ baseUrl, headers: { 'x-forwarded-host': host }, ...(key === undefined ? {} : { key }) })
  const { host, tenantId, adminKey } = await addTenant(env, 'seeded')
  const other = await addTenant(env, 'other')
  const api = clientOf(host, adminKey)

  await api.updateTenantSettings({ body: { embedOrigins: ['https://app.seeded.test'], auditLogEnabled: true } })
  const keys = await fillIdentity(api, host)
  const { id: deploymentId } = await api.createDeployment({ body: newDeployment('Sales') })
  const params = { deploymentId }
  await api.setEnvVariables({ params, body: { env_variables: [{ name: 'CUBEJS_DB_HOST', value: 'db.seeded.test' }] } })
  const [environment] = (await api.getDeploymentEnvironments({ params })).items
  await api.createDeploymentEnvironmentToken({
    params: { ...params, environmentId: Number(environment?.id) },
    body: { security_context: { region: 'eu' } },
  })
  const retired = await api.createDeployment({ body: newDeployment('Retired') })
  await fillModel(api, retired.id)
  await api.deleteDeployment({ params: { deploymentId: retired.id } })
  const branch = await fillModel(api, deploymentId)
  const usedSessionId = await fillEmbedding({ backend: clientOf(host, keys.mintKey), admin: api, page: clientOf(host) }, deploymentId)
  const theirs = await clientOf(other.host, other.adminKey).createDeployment({ body: newDeployment('Theirs') })

  return {
    host,
    tenantId,
    adminKey,
    ...keys,
    deploymentId,
    branch,
    usedSessionId,
    other: { host: other.host, adminKey: other.adminKey, deploymentId: theirs.id },
  }
}
