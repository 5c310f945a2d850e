import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Client, createClient, FacetFailure } from '@facet/client'
import { publishSales } from './dashboard.ts'

const unless = (code: string) => (error: unknown) => {
  if (!(error instanceof FacetFailure) || error.code !== code) throw error
}

const firstDeployment = async (api: Client): Promise<number> => {
  for await (const { id } of api.items('getDeployments')) return id
  const body = {
    name: 'Storefront',
    cloudProvider: 'cubecloud',
    isManaged: true,
    region: 'local',
    targetPlatform: 'aws',
    creationStep: 'project',
  } as const
  return (await api.createDeployment({ body })).id
}

const serviceAccount = async (api: Client, wanted: string): Promise<number> => {
  for await (const { id, name } of api.items('listServiceAccounts')) if (name === wanted) return id
  return (await api.createServiceAccount({ body: { name: wanted, role: 'Admin' } })).id
}

const embedTenants = ['acme-corp', 'globex']

/** Done once by an administrator: what the example names must exist, its pages may call, and its keys can mint, end sessions and nothing else. */
export const connect = async (baseUrl: string, adminKey: string, ...origins: [string, ...string[]]): Promise<Record<string, string>> => {
  const api = createClient({ baseUrl, key: adminKey })
  const deploymentId = await firstDeployment(api)
  for (const name of ['premium', 'demo-viewers']) await api.createGroup({ body: { name } }).catch(unless('group_name_taken'))
  for (const name of ['region', 'company'])
    await api.createUserAttribute({ body: { name, type: 'string' } }).catch(unless('user_attribute_name_taken'))
  const { embedOrigins } = await api.getTenantSettings()
  await api.updateTenantSettings({ body: { embedOrigins: [...new Set([...embedOrigins, ...origins])] } })
  const serviceAccountId = await serviceAccount(api, 'example-backend')
  const minting = await api.createApiKey({
    body: { name: 'example backend', serviceAccountId, preset: 'mint-only', deploymentIds: [deploymentId], embedTenants },
  })
  const revoking = await api.createApiKey({
    body: { name: 'example backend, ends sessions', serviceAccountId, operations: ['revokeEmbedSessions'], embedTenants },
  })
  return {
    FACET_URL: baseUrl,
    FACET_MINT_KEY: minting.secret,
    FACET_REVOKE_KEY: revoking.secret,
    FACET_DEPLOYMENT_ID: String(deploymentId),
    FACET_DASHBOARD: await publishSales(api, deploymentId),
    PORT: new URL(origins[0]).port,
  }
}

if (import.meta.main) {
  const here = join(import.meta.dirname, '..')
  const stack = JSON.parse(readFileSync(join(here, '../../.stack/stack.json'), 'utf8')) as { baseUrl: string; adminKey: string }
  const variables = await connect(stack.baseUrl, stack.adminKey, 'http://localhost:3000', 'http://localhost:5173')
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(join(here, '.env'), lines.join(''), { mode: 0o600 })
  process.stdout.write('wrote .env\n')
}
