import { hash, randomBytes, randomUUID } from 'node:crypto'
import type { Client } from '@facet/client'
import { createEmbedding, type Embedding, newDeployment, placeOf } from '../../../harness/embedding.ts'
import type { FacetProcess, Installation, Tenant } from '../../../harness/installation.ts'

/** A valid credential, and the call that ends it. */
export type Doomed = { what: string; secret: string; end: (api: Client) => Promise<unknown> }
export type Issued = { tokens: string[]; sessions: string[] }

/** The state at the time of the dump. */
export type World = { tenant: Tenant; embedding: Embedding; keptSecret: string; doomed: Doomed[]; issued: Issued; embedTenantName: string }

const newUserKey = async (installation: Installation, { tenantId }: Tenant): Promise<{ userId: number; secret: string }> => {
  const secret = `sk-${randomBytes(32).toString('base64url')}`
  const [row] = await installation.sql<{ id: string }>(
    `with person as (insert into principals (tenant_id, kind, name) values ($1, 'user', $2) returning id),
       record as (insert into users (tenant_id, id, email) select $1, id, $2 from person)
     insert into api_keys (tenant_id, principal_id, name, secret_hash, hint) select $1, id, 'own', $3, 'sk-…' from person
     returning principal_id as id`,
    [tenantId, `${randomUUID()}@restore.test`, hash('sha256', secret, 'buffer')],
  )
  return { userId: Number(row?.id), secret }
}

export const issue = async (embedding: Embedding, process: FacetProcess, count: number, embedTenantName?: string): Promise<Issued> => {
  const body = embedTenantName === undefined ? {} : { embedTenantName }
  const issued: Issued = { tokens: [], sessions: [] }
  for (let made = 0; made < count; made++) {
    issued.tokens.push(await embedding.token(process, body))
    issued.sessions.push(await embedding.session(process, body))
  }
  return issued
}

export const makeWorld = async (installation: Installation, process: FacetProcess, count: number): Promise<World> => {
  const tenant = await installation.createTenant(`world-${randomUUID().slice(0, 8)}`)
  const api = installation.client(process, tenant)
  const embedding = await createEmbedding(installation, process, tenant)
  const doomed: Doomed[] = []
  for (let made = 0; made < count; made++) {
    const key = await api.createApiKey({ body: { name: `key ${made}` } })
    doomed.push({ what: 'a deleted key', secret: key.secret, end: (by) => by.deleteApiKey({ params: { apiKeyId: key.id } }) })
    const { id: serviceAccountId } = await api.createServiceAccount({ body: { name: `account-${made}`, role: 'Developer' } })
    const { secret } = await api.createApiKey({ body: { name: 'of an account', serviceAccountId } })
    doomed.push({ what: "a deleted account's key", secret, end: (by) => by.deleteServiceAccount({ params: { serviceAccountId } }) })
    const leaver = await newUserKey(installation, tenant)
    doomed.push({ what: "a deleted user's key", secret: leaver.secret, end: (by) => by.deleteUser({ params: { userId: leaver.userId } }) })
    const paused = await newUserKey(installation, tenant)
    const params = { userId: paused.userId }
    const end: Doomed['end'] = (by) => by.updateUser({ params, body: { isDeactivated: true } })
    doomed.push({ what: "a deactivated user's key", secret: paused.secret, end })
  }
  const embedTenantName = 'doomed-customer'
  const issued = await issue(embedding, process, count)
  const ofCustomer = await issue(embedding, process, 1, embedTenantName)
  return {
    tenant,
    embedding,
    keptSecret: (await api.createApiKey({ body: { name: 'kept' } })).secret,
    doomed,
    issued: { tokens: [...issued.tokens, ...ofCustomer.tokens], sessions: [...issued.sessions, ...ofCustomer.sessions] },
    embedTenantName,
  }
}

/** Creates users, keys, deployments and sessions. Returns their ids. */
export const giveIds = async (installation: Installation, process: FacetProcess, world: World, count: number): Promise<number[]> => {
  const api = installation.client(process, world.tenant)
  const ids: number[] = []
  for (let made = 0; made < count; made++) {
    const email = `${randomUUID()}@restore.test`
    ids.push((await api.createUser({ body: { email, username: email } })).id)
    ids.push((await api.createApiKey({ body: { name: 'one more' } })).id)
    ids.push((await api.createDeployment({ body: newDeployment(randomUUID()) })).id)
    ids.push(placeOf(await world.embedding.session(process)).id)
  }
  return ids
}

/** `lastId`: the highest id that was used before the restore. */
export type After = Issued & { lastId: number; isEnded: boolean }

/** Ends all doomed credentials. */
export const endAll = async (api: Client, world: World): Promise<void> => {
  for (const { end } of world.doomed) await end(api)
  await api.deleteEmbedTenant({ params: { embedTenantName: world.embedTenantName } })
}

/** After the dump: ends the doomed credentials and issues others, whose ids the restored database would reuse. */
export const goOn = async (installation: Installation, process: FacetProcess, world: World, count: number): Promise<After> => {
  await endAll(installation.client(process, world.tenant), world)
  await giveIds(installation, process, world, count)
  const issued = await issue(world.embedding, process, count)
  const [ids] = await installation.sql<{ last: string }>('select last_value as last from facet_ids')
  return { ...issued, lastId: Number(ids?.last), isEnded: true }
}
