import { FacetFailure } from '@facet/client'
import type { AttributeType, GenerateSession, SessionDryRun, TenantSettingsInput } from '@facet/contract'
import { newestSessionId } from './given-session.ts'
import type { Actor, TestServer } from './server.ts'

/** A session request as a caller may write it: fields the contract does not know included. */
export type SessionBody = Partial<GenerateSession> & Record<string, unknown>

export const mint = async (owner: Actor, body: SessionBody): Promise<string> =>
  (await owner.api.generateSession({ body: { deploymentId: owner.deploymentId, ...body } })).sessionId

export const dryRun = (owner: Actor, body: SessionBody): Promise<SessionDryRun> =>
  owner.api.dryRunSession({ body: { deploymentId: owner.deploymentId, ...body } })

/** The refusal a call ends with; a call that is answered is the surprise. */
export const refusalOf = async (call: Promise<unknown>): Promise<FacetFailure> => {
  const answer = await call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  if ('error' in answer && answer.error instanceof FacetFailure) return answer.error
  throw new Error(`The call was not refused: ${JSON.stringify(answer)}`)
}

const wideAttributes: Record<string, AttributeType> = {
  region: 'string',
  seats: 'number',
  vip: 'boolean',
  cities: 'string_array',
  sizes: 'number_array',
}

/** In creator mode, for the embed tenant that `givenCatalogs` makes. */
export const creator = { embedTenantName: 'acme-corp', creatorMode: true } as const

/**
 * A tenant with creator mode on and names in every catalog. Tenant-wide: groups premium and basic, an attribute of each type.
 * In embed tenant acme-corp: groups editors and readers, tenant group sales, attributes plan (a number) and region (a number too).
 */
export const givenCatalogs = async (server: TestServer, settings: TenantSettingsInput = {}): Promise<Actor> => {
  const owner = await server.admin()
  await owner.api.updateTenantSettings({ body: { useCreatorMode: true, ...settings } })
  // Straight into the tables: seven requests take most of the time of a test, and other tests prove them.
  await server.query(
    `with wide_groups as (insert into groups (tenant_id, namespace, name) select $1, 'groups', unnest(array['premium', 'basic']))
     insert into user_attributes (tenant_id, name, type) select $1, key, value from jsonb_each_text($2)`,
    [owner.tenantId, JSON.stringify(wideAttributes)],
  )
  await mint(owner, {
    ...creator,
    externalId: 'founder',
    groupDefinitions: [{ name: 'editors', description: 'Who edit' }, { name: 'readers' }],
    tenantGroupDefinitions: [{ name: 'sales' }],
    userAttributeDefinitions: [
      { name: 'plan', type: 'number' },
      { name: 'region', type: 'number' },
    ],
  })
  return owner
}

const countedTables = ['embed_tenants', 'groups', 'user_attributes', 'external_users', 'group_members', 'embed_sessions', 'embed_grants']

/** How many rows the tenant has in everything a mint could write. */
export const rowCounts = async (server: TestServer, { tenantId }: Actor): Promise<Record<string, number>> => {
  const counts = countedTables.map((table) => `(select count(*)::int from ${table} where tenant_id = $1) as ${table}`)
  const [row] = await server.query<Record<string, number>>(`select ${counts.join(', ')}`, [tenantId])
  return row ?? {}
}

export type StoredExternalUser = {
  id: number
  email: string | null
  displayName: string | null
  picture: string | null
  /** With the catalog each is of. */
  groups: string[]
  values: Record<string, unknown>
  /** Changes with every write of the row. */
  version: string
  hasFingerprint: boolean
}

/** The external user as it is stored, its groups and attributes by name: `wide:premium`, `groups:editors`, `tenantGroups:sales`. */
export const storedUser = async (
  server: TestServer,
  { tenantId }: Actor,
  externalId: string,
  embedTenantName: string | null = null,
): Promise<StoredExternalUser | undefined> => {
  const [row] = await server.query<StoredExternalUser>(
    `select u.id::float as id, u.email, u.display_name as "displayName", u.picture, u.xmin::text as version, u.fingerprint is not null as "hasFingerprint",
      coalesce((select jsonb_agg(case when g.embed_tenant_id is null then 'wide' else g.namespace end || ':' || g.name order by g.id)
        from group_members m join groups g on g.tenant_id = m.tenant_id and g.id = m.group_id where m.tenant_id = u.tenant_id and m.user_id = u.id), '[]') as groups,
      coalesce((select jsonb_object_agg(case when a.embed_tenant_id is null then '' else 'embed:' end || a.name, u.attribute_values -> a.id::text)
        from user_attributes a where a.tenant_id = u.tenant_id and u.attribute_values ? a.id::text), '{}') as values
     from external_users u left join embed_tenants e on e.tenant_id = u.tenant_id and e.id = u.embed_tenant_id
     where u.tenant_id = $1 and u.external_id = $2 and e.name is not distinct from $3`,
    [tenantId, externalId, embedTenantName],
  )
  return row
}

/** Exchanges the session, which must be the newest of the tenant, and reads what was frozen into it. */
export const frozenOf = async (server: TestServer, owner: Actor, sessionId: string) => {
  await server.anonymous(owner).exchangeSession({ body: { sessionId } })
  return owner.api.getEmbedSession({ params: { embedSessionId: await newestSessionId(owner) } })
}
