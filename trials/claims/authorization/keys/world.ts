import { hash, randomBytes } from 'node:crypto'
import pg from 'pg'
import type { ApiKeyScope, DefaultRole } from '@facet/contract'
import { createInstallation, type FacetProcess, type Installation, type Tenant } from '../../../harness/installation.ts'
import type { EmbedTarget } from './call.ts'
import type { Credential, Owner, OwnerPlan, Pair, ScopePlan } from './credentials.ts'

/** A tenant of one process, and the means to put owners, keys and targets into it without asking the service. */
export type World = {
  facet: FacetProcess
  tenant: Tenant
  installation: Installation
  addDeployments: () => Promise<Pair>
  restoreDeployment: (id: number) => Promise<void>
  addOwner: (plan: OwnerPlan, pair: Pair) => Promise<Owner>
  addAccount: (role: DefaultRole) => Promise<Owner>
  addKey: (owner: Owner, plan: Omit<ScopePlan, 'limits'>, pair: Pair) => Promise<Credential>
  /** Keys that exist to be read and deleted: one of each principal named. */
  addSpareKeys: (principalIds: number[]) => Promise<number[]>
  addSpareAccount: () => Promise<number>
  addEmbedTarget: (name: string) => Promise<EmbedTarget>
  /** Of this embed tenant, or of none. */
  addExternalUser: (embedTenant: string | null) => Promise<number>
  addSpareUser: () => Promise<number>
  addSpareGroup: () => Promise<number>
  addSpareAttribute: () => Promise<number>
  storedKey: (keyId: number) => Promise<StoredKey>
  unique: () => string
  /** Another tenant of the same process. */
  beside: (name: string) => Promise<World>
  close: () => Promise<void>
}

/** All that the service knows of a key but its number and name. */
export type StoredKey = { principalId: number; scope: ApiKeyScope; expiresAt: Date | null }

type Fixture = { installation: Installation; facet: FacetProcess; pool: pg.Pool }

const newSecret = (): string => `sk-${randomBytes(32).toString('base64url')}`
const hashOf = (secret: string): Buffer => hash('sha256', secret, 'buffer')

const settle = async (ground: Fixture, tenantName: string): Promise<World> => {
  const { installation, facet, pool } = ground
  const tenant = await installation.createTenant(tenantName)
  let made = 0
  const unique = (): string => `t${++made}`

  const insert = async (text: string, values: unknown[]): Promise<number[]> =>
    (await pool.query<{ id: string }>(text, [tenant.tenantId, ...values])).rows.map(({ id }) => Number(id))
  const insertOne = async (text: string, values: unknown[]): Promise<number> => {
    const [id] = await insert(text, values)
    if (id === undefined) throw new Error('The row was not written.')
    return id
  }
  const insertDeployment = (id: number | null): Promise<number> =>
    insertOne(
      `insert into deployments (tenant_id, id, name, slug, creation_step, cloud_provider, region, target_platform, is_managed, release_channel_version)
       values ($1, coalesce($2, nextval('facet_ids')), $3, $3, 'project', 'cubecloud', 'local', 'aws', true, '1.7.43') returning id`,
      [id, unique()],
    )
  const insertPrincipal = async (kind: Owner['kind']): Promise<number> => {
    const id = await insertOne('insert into principals (tenant_id, kind, name) values ($1, $2, $3) returning id', [kind, unique()])
    if (kind === 'user')
      await insert('insert into users (tenant_id, id, email) values ($1, $2, $3) returning id', [id, `${unique()}@${tenant.host}`])
    return id
  }
  const addExternalUser = (embedTenant: string | null): Promise<number> =>
    insertOne(
      `insert into external_users (tenant_id, embed_tenant_id, external_id)
       select $1, coalesce((select id from embed_tenants where tenant_id = $1 and name = $2 and removed_at is null), 0), $3 returning id`,
      [embedTenant, unique()],
    )
  const addOwner = async (plan: OwnerPlan, pair: Pair): Promise<Owner> => {
    const principalId = await insertPrincipal(plan.kind)
    const deploymentIds = plan.isOnOneDeployment ? [pair.inside] : null
    if (plan.role)
      await insert(
        'insert into role_grants (tenant_id, principal_id, role_id, deployment_ids) select $1, $2, id, $4 from roles where tenant_id = $1 and name = $3 returning id',
        [principalId, plan.role, deploymentIds],
      )
    return { label: plan.label, kind: plan.kind, principalId, grants: plan.role ? [{ role: plan.role, deploymentIds }] : [] }
  }

  return {
    facet,
    tenant,
    installation,
    unique,
    addOwner,
    addDeployments: async () => ({ inside: await insertDeployment(null), beside: await insertDeployment(null) }),
    restoreDeployment: async (id) => void (await insertDeployment(id)),
    addAccount: (role) => addOwner({ label: `spare account, ${role}`, kind: 'service_account', role }, { inside: 0, beside: 0 }),
    addKey: async (owner, plan, pair) => {
      const secret = newSecret()
      const scope = plan.scope(pair)
      const expiresAt = plan.lifetimeMs === undefined ? null : new Date(Date.now() + plan.lifetimeMs)
      const keyId = await insertOne(
        'insert into api_keys (tenant_id, principal_id, name, secret_hash, hint, scope, expires_at) values ($1, $2, $3, $4, $5, $6, $7) returning id',
        [owner.principalId, plan.label, hashOf(secret), 'sk-…', JSON.stringify(scope), expiresAt],
      )
      return { label: `${owner.label}: ${plan.label}`, owner, scope, origin: plan.origin ?? null, expiresAt, secret, keyId }
    },
    addSpareKeys: (principalIds) =>
      insert(
        `insert into api_keys (tenant_id, principal_id, name, secret_hash, hint)
         select $1, p, 'spare', sha256(convert_to(gen_random_uuid()::text, 'utf8')), 'sk-…' from unnest($2::bigint[]) with ordinality as t (p, place)
         order by place returning id`,
        [principalIds],
      ),
    addSpareAccount: () => insertPrincipal('service_account'),
    addEmbedTarget: async (name) => {
      await insert('insert into embed_tenants (tenant_id, name) values ($1, $2) on conflict do nothing returning id', [name])
      const into = (table: string, column: string, value: string): Promise<number> =>
        insertOne(
          `insert into ${table} (tenant_id, embed_tenant_id, name, ${column})
           select $1, id, $3, $4 from embed_tenants where tenant_id = $1 and name = $2 and removed_at is null returning id`,
          [name, unique(), value],
        )
      const [groupId, userAttributeId] = [await into('groups', 'namespace', 'groups'), await into('user_attributes', 'type', 'string')]
      return { embedTenantName: name, groupId, userAttributeId, userId: await addExternalUser(name) }
    },
    addExternalUser,
    addSpareUser: () => insertPrincipal('user'),
    addSpareGroup: () => insertOne(`insert into groups (tenant_id, namespace, name) values ($1, 'groups', $2) returning id`, [unique()]),
    addSpareAttribute: () =>
      insertOne(`insert into user_attributes (tenant_id, name, type) values ($1, $2, 'string') returning id`, [unique()]),
    storedKey: async (keyId) => {
      const text =
        'select principal_id::float8 as "principalId", scope, expires_at as "expiresAt" from api_keys where tenant_id = $1 and id = $2'
      const [stored] = (await pool.query<StoredKey>(text, [tenant.tenantId, keyId])).rows
      if (!stored) throw new Error(`The key ${keyId} was answered, and is not there.`)
      return stored
    },
    beside: (other) => settle(ground, other),
    close: async () => {
      await pool.end()
      await installation.close()
    },
  }
}

export const createWorld = async (): Promise<World> => {
  const installation = await createInstallation({ durable: false })
  const pool = new pg.Pool({ connectionString: installation.adminUrl, max: 6 })
  return settle({ installation, facet: await installation.serve(), pool }, 'keys')
}
