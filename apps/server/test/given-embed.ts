import { markedName } from './given.ts'
import type { Actor, TestServer } from './server.ts'

export type GivenEmbedTenant = { embedTenantId: number; embedTenantName: string }

const insertedId = async (server: TestServer, text: string, values: unknown[]): Promise<number> => {
  const [row] = await server.query<{ id: string }>(text, values)
  return Number(row?.id)
}

/** As the first session that names it would make it. */
export const givenEmbedTenant = async (server: TestServer, owner: Actor, name = `t${markedName(owner)}`): Promise<GivenEmbedTenant> => {
  const text = 'insert into embed_tenants (tenant_id, name, display_name) values ($1, $2, $3) returning id'
  return { embedTenantId: await insertedId(server, text, [owner.tenantId, name, `About ${name}`]), embedTenantName: name }
}

/** Someone a session was minted for; the id is its own unless it is told. */
export const givenEmbedUser = async (
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

export const givenEmbedAttribute = (server: TestServer, owner: Actor, { embedTenantId }: GivenEmbedTenant, name = markedName(owner)) =>
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
