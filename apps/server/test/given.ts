import { randomBytes } from 'node:crypto'
import type { AttributeType, CreateApiKeyInput } from '@facet/contract'
import { type Actor, deploymentInput, type TestServer } from './server.ts'

/** A text that only this actor's tenant has. */
export const markOf = (actor: Pick<Actor, 'host'>): string => actor.host.split('.')[0] ?? actor.host

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

export const givenGroup = async (owner: Actor): Promise<number> => (await owner.api.createGroup({ body: { name: markedName(owner) } })).id

export const givenAttribute = async (owner: Actor, type: AttributeType = 'string', defaultValue?: string): Promise<number> =>
  (await owner.api.createUserAttribute({ body: { name: markedName(owner), type, defaultValue } })).id

/** Someone who never called: a Viewer without a key. */
export const givenUser = async (owner: Actor, body: { isAdmin?: boolean } = {}): Promise<number> => {
  const username = markedName(owner)
  return (await owner.api.createUser({ body: { email: `${username}@example.com`, username, ...body } })).id
}

/** An external user of the tenant itself or of an embed tenant of its own, as sessions leave one behind. */
export const givenExternalUser = async (
  server: TestServer,
  { tenantId }: Actor,
  { groupIds = [], embedTenant = null }: { groupIds?: number[]; embedTenant?: string | null } = {},
): Promise<number> => {
  const { query } = server.database()
  if (embedTenant !== null) await query('insert into embed_tenants (tenant_id, name) values ($1, $2)', [tenantId, embedTenant])
  const [row] = await query<{ id: string }>(
    `insert into external_users (tenant_id, embed_tenant_id, external_id, group_ids, fingerprint)
     select $1, coalesce((select id from embed_tenants where tenant_id = $1 and name = $2), 0), $3, $4, 'as sent' returning id`,
    [tenantId, embedTenant, randomBytes(8).toString('hex'), groupIds],
  )
  return Number(row?.id)
}
