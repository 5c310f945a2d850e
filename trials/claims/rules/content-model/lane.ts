import { hash, randomBytes } from 'node:crypto'
import type { Client } from '@facet/client'
import { type Action, defaultRoles } from '@facet/contract'
import pg from 'pg'
import { addTenant } from '../model/tenants.ts'
import { newDeployment } from '../../../harness/embedding.ts'
import type { FacetProcess, Installation } from '../../../harness/installation.ts'
import {
  type Caller,
  type EmbedTenant,
  embedTenants,
  type Group,
  groups,
  ownRoles,
  type Person,
  type User,
  userNames,
  users,
  visitorNames,
  visitors,
} from './people.ts'
import type { Start } from './steps.ts'
import { type Tables, writeStart, type Written } from './write-start.ts'

/** A tenant for one sequence at a time: its people, their credentials, and one deployment. */
export type Lane = Tables & {
  apiOf: (caller: Caller) => Client
  /** The client of an administrator. */
  admin: Client
  /** Replaces the content of the tenant. */
  begin: (start: Start) => Promise<Written>
  /** Replaces embed tokens before they expire. */
  renew: () => Promise<void>
  close: () => Promise<void>
}

const newSecret = (): string => `sk-${randomBytes(32).toString('base64url')}`
const upsertRole =
  'insert into roles (tenant_id, name, actions) values ($1, $2, $3) on conflict (tenant_id, lower(name)) do update set name = $2'
const tokenAgeMs = 10 * 60_000

export const createLane = async (installation: Installation, server: FacetProcess, index: number): Promise<Lane> => {
  const tenant = await addTenant(installation, `lane${index}`)
  const foreign = await addTenant(installation, `foreign${index}`)
  const { tenantId } = tenant
  const admin = installation.client(server, tenant)
  await admin.updateTenantSettings({ body: { useCreatorMode: true, auditLogEnabled: false } })
  const { id: deploymentId } = await admin.createDeployment({ body: newDeployment('Model') })
  const { id: otherId } = await admin.createDeployment({ body: newDeployment('Other') })
  const database = new pg.Client({ connectionString: installation.adminUrl })
  await database.connect()
  const query: Lane['query'] = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await database.query<Row>(text, values)).rows
  const insert = async (text: string, ...values: unknown[]): Promise<number> =>
    Number((await query<{ id: string }>(`${text} returning id`, [tenantId, ...values]))[0]?.id)

  const roleIds = new Map<string, number>()
  for (const [role, actions] of Object.entries<readonly Action[]>({ ...defaultRoles, ...ownRoles }))
    roleIds.set(role, await insert(upsertRole, role, actions))

  const people = new Map<Person, number>()
  const clients = new Map<Caller, Client>([['foreigner', installation.client(server, foreign)]])
  const addKey = async (caller: Caller, user: User, scope: object): Promise<void> => {
    const secret = newSecret()
    await insert(
      "insert into api_keys (tenant_id, principal_id, name, secret_hash, hint, scope) values ($1, $2, 'model', $3, 'sk-…', $4)",
      people.get(user),
      hash('sha256', secret, 'buffer'),
      JSON.stringify(scope),
    )
    clients.set(caller, installation.client(server, tenant, secret))
  }
  const emailOf = (user: User): string => `${user}@${tenant.host}`
  for (const user of userNames) {
    const id = await insert("insert into principals (tenant_id, kind, name) values ($1, 'user', $2)", emailOf(user))
    await insert('insert into users (tenant_id, id, email) values ($1, $2, $3)', id, emailOf(user))
    await insert('insert into role_grants (tenant_id, principal_id, role_id) values ($1, $2, $3)', id, roleIds.get(users[user]))
    people.set(user, id)
    await addKey(user, user, {})
  }
  await addKey('ann elsewhere', 'ann', { deploymentIds: [otherId] })

  const embedTenantIds = new Map<EmbedTenant, number>()
  for (const embedTenant of embedTenants)
    embedTenantIds.set(embedTenant, await insert('insert into embed_tenants (tenant_id, name) values ($1, $2)', `${embedTenant}-corp`))
  const groupIds = new Map<Group, number>()
  const addGroup = async (group: Group): Promise<void> => {
    const text = "insert into groups (tenant_id, embed_tenant_id, namespace, name) values ($1, $2, 'groups', $3)"
    groupIds.set(group, await insert(text, group === 'crew' ? embedTenantIds.get('acme') : null, group))
  }
  for (const group of groups) await addGroup(group)

  let tokensAtMs = 0
  const session = async (caller: Caller, body: object): Promise<void> => {
    const { sessionId } = await admin.generateSession({ body: { deploymentId, ...body } })
    const { token } = await admin.exchangeSession({ body: { sessionId } })
    clients.set(caller, installation.client(server, tenant, token))
  }
  const renew = async (): Promise<void> => {
    if (performance.now() - tokensAtMs < tokenAgeMs && tokensAtMs > 0) return
    // Deleting a group revokes the sessions of its members, and the next sequence may delete `green`.
    await query('delete from user_group_members where tenant_id = $1', [tenantId])
    for (const visitor of visitorNames) {
      const { embedTenant, isCreator } = visitors[visitor]
      const at = embedTenant === null ? {} : { embedTenantName: `${embedTenant}-corp` }
      await session(visitor, { externalId: visitor, ...at, ...(isCreator ? { creatorMode: true } : {}) })
    }
    await session('ann framed', { internalId: emailOf('ann') })
    tokensAtMs = performance.now()
  }
  await renew()
  for (const visitor of visitorNames) {
    const inGroups = (isOwn: boolean): (number | undefined)[] =>
      visitors[visitor].groups.filter((group) => (group === 'crew') === isOwn).map((group) => groupIds.get(group))
    const [row] = await query<{ id: string }>(
      'update external_users set group_ids = $3, embed_group_ids = $4 where tenant_id = $1 and external_id = $2 returning id',
      [tenantId, visitor, inGroups(false), inGroups(true)],
    )
    people.set(visitor, Number(row?.id))
  }

  const lane: Lane = {
    tenantId,
    deploymentId,
    people,
    groups: groupIds,
    embedTenants: embedTenantIds,
    admin,
    query,
    renew,
    apiOf: (caller) => clients.get(caller) ?? admin,
    begin: async (start) => {
      const [green] = await query("select from groups where tenant_id = $1 and name = 'green'", [tenantId])
      if (!green) await addGroup('green')
      return writeStart(lane, start)
    },
    close: () => database.end(),
  }
  return lane
}
