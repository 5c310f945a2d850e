import { randomBytes } from 'node:crypto'
import type { CreateApiKeyInput } from '@facet/contract'
import { markOf } from './access-cases.ts'
import { type Actor, deploymentInput, type TestServer } from './server.ts'

/** A name of nobody else's that carries the actor's mark; plain enough for everything that has a name. */
export const markedName = (actor: Actor): string => `${markOf(actor)}-${randomBytes(4).toString('hex')}`

export const givenDeployments = async (owner: Actor, ...names: string[]): Promise<number[]> => {
  const ids: number[] = []
  for (const name of names) ids.push((await owner.api.createDeployment({ body: deploymentInput(name) })).id)
  return ids
}

/** The same person with a further key, made through the API by the key they hold. */
export const givenKey = async (
  server: TestServer,
  maker: Actor,
  body: Omit<CreateApiKeyInput, 'name'> = {},
): Promise<Actor & { keyId: number }> => {
  const { id, secret } = await maker.api.createApiKey({ body: { name: markedName(maker), ...body } })
  return { ...maker, key: secret, keyId: id, api: server.clientFor(maker, secret) }
}

/** A service account of the tenant, using a key of its own. */
export const givenServiceAccount = async (
  server: TestServer,
  admin: Actor,
  role = 'Developer',
): Promise<Actor & { keyId: number; name: string; serviceAccountId: number }> => {
  const { id, name } = await admin.api.createServiceAccount({ body: { name: markedName(admin), role } })
  return { ...(await givenKey(server, admin, { serviceAccountId: id })), name, serviceAccountId: id }
}

export type GivenEmbedTenant = { embedTenantId: number; embedTenantName: string }

const insertedId = async (server: TestServer, text: string, values: unknown[]): Promise<number> => {
  const [row] = await server.database().query<{ id: string }>(text, values)
  return Number(row?.id)
}

/** As the first session that names it would make it. */
export const givenEmbedTenant = async (server: TestServer, owner: Actor, name = `t${markedName(owner)}`): Promise<GivenEmbedTenant> => {
  const text = 'insert into embed_tenants (tenant_id, name, display_name) values ($1, $2, $3) returning id'
  return { embedTenantId: await insertedId(server, text, [owner.tenantId, name, `About ${name}`]), embedTenantName: name }
}

/** Someone a session was minted for; the id is its own unless it is told. */
export const givenExternalUser = async (
  server: TestServer,
  owner: Actor,
  { embedTenantId }: Pick<GivenEmbedTenant, 'embedTenantId'>,
  { externalId = markedName(owner), email = null }: { externalId?: string; email?: string | null } = {},
): Promise<{ embedUserId: number; externalId: string }> => {
  const text =
    'insert into external_users (tenant_id, embed_tenant_id, external_id, email, fingerprint) values ($1, $2, $3, $4, $5) returning id'
  const embedUserId = await insertedId(server, text, [owner.tenantId, embedTenantId, externalId, email, Buffer.from('last request')])
  return { embedUserId, externalId }
}

export const givenAttribute = (server: TestServer, owner: Actor, { embedTenantId }: GivenEmbedTenant, name = markedName(owner)) =>
  insertedId(server, `insert into user_attributes (tenant_id, embed_tenant_id, name, type) values ($1, $2, $3, 'string') returning id`, [
    owner.tenantId,
    embedTenantId,
    name,
  ])

/** A group in an embed tenant of its own unless one is given, named as its operations name it. */
export const givenEmbedGroup = async (
  server: TestServer,
  owner: Actor,
  body: { name?: string; namespace?: 'groups' | 'tenantGroups' } = {},
  of?: GivenEmbedTenant,
): Promise<GivenEmbedTenant & { groupId: number; params: { embedTenantName: string; groupId: number } }> => {
  const embedTenant = of ?? (await givenEmbedTenant(server, owner))
  const { embedTenantName } = embedTenant
  const { id: groupId } = await owner.api.createEmbedGroup({ params: { embedTenantName }, body: { name: markedName(owner), ...body } })
  return { ...embedTenant, groupId, params: { embedTenantName, groupId } }
}
