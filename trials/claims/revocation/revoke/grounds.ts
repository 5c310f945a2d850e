import { hash, randomBytes } from 'node:crypto'
import type { Client } from '@facet/client'
import type { GenerateSession } from '@facet/contract'
import { placeOf } from '../../../harness/embedding.ts'
import type { Fleet } from './fleet.ts'

/** The key, key owner and viewer of one race. No other race uses them. */
export type Fixture = { number: number; ownerId: number; keyId: number; key: string; viewerId: number }

/** One way to end a token: the body of the minted session, and the call that ends it. */
export type Ending = {
  name: string
  owner: 'user' | 'service_account'
  body: (ground: Fixture) => Partial<GenerateSession>
  end: (api: Client, ground: Fixture, sessionId: string) => Promise<unknown>
}

const viewerOf = (number: number): string => `viewer-${number}`
const externalIdOf = ({ number }: Fixture) => ({ externalId: `racer-${number}` })
const embedTenantOf = ({ number }: Fixture) => ({ embedTenantName: `racers-${number}` })

export const registryId = (sessionId: string): string => {
  const { bucket, id } = placeOf(sessionId)
  return `${bucket}-${id}`
}
const deactivate = (api: Client, userId: number) => api.updateUser({ params: { userId }, body: { isDeactivated: true } })

export const endings: Ending[] = [
  {
    name: 'session revoked',
    owner: 'service_account',
    body: externalIdOf,
    end: (api, _, sessionId) => api.revokeEmbedSession({ params: { embedSessionId: registryId(sessionId) } }),
  },
  {
    name: 'sessions of a user revoked',
    owner: 'service_account',
    body: externalIdOf,
    end: (api, ground) => api.revokeEmbedSessions({ body: externalIdOf(ground) }),
  },
  {
    name: 'internal user deactivated',
    owner: 'service_account',
    body: ({ number }) => ({ internalId: viewerOf(number), externalId: null }),
    end: (api, { viewerId }) => deactivate(api, viewerId),
  },
  {
    name: 'embed tenant deleted',
    owner: 'service_account',
    body: (ground) => ({ ...externalIdOf(ground), ...embedTenantOf(ground) }),
    end: (api, ground) => api.deleteEmbedTenant({ params: embedTenantOf(ground) }),
  },
  {
    name: 'minting key deleted',
    owner: 'service_account',
    body: externalIdOf,
    end: (api, { keyId }) => api.deleteApiKey({ params: { apiKeyId: keyId } }),
  },
  { name: 'owner of the key deactivated', owner: 'user', body: externalIdOf, end: (api, { ownerId }) => deactivate(api, ownerId) },
  {
    name: 'owner of the key deleted',
    owner: 'service_account',
    body: externalIdOf,
    end: (api, { ownerId }) => api.deleteServiceAccount({ params: { serviceAccountId: ownerId } }),
  },
]

// Inserted directly, because the API would take most of the trial's time.
const people = `
  with ground as (select * from unnest($2::int[], $3::text[], $4::bytea[]) as g(number, kind, secret_hash)),
    owner as (
      insert into principals (tenant_id, kind, name) select $1, kind, 'owner-' || number || '@race.test' from ground returning id, name),
    viewer as (
      insert into principals (tenant_id, kind, name) select $1, 'user', 'viewer-' || number from ground returning id, name),
    person as (insert into users (tenant_id, id, email) select $1, id, name || '@race.test' from (table owner union all table viewer) p),
    granted as (
      insert into role_grants (tenant_id, principal_id, role_id)
      select $1, o.id, r.id from owner o join roles r on r.tenant_id = $1 and r.name = 'Admin'),
    key as (
      insert into api_keys (tenant_id, principal_id, name, secret_hash, hint)
      select $1, o.id, 'race', g.secret_hash, 'sk-…' from ground g join owner o on o.name = 'owner-' || g.number || '@race.test'
      returning id, principal_id)
  select g.number, o.id::int as "ownerId", k.id::int as "keyId", v.id::int as "viewerId"
  from ground g join owner o on o.name = 'owner-' || g.number || '@race.test' join viewer v on v.name = 'viewer-' || g.number
  join key k on k.principal_id = o.id order by g.number`

/** Creates a fixture for each race, numbered from `first`. */
export const makeFixtures = async ({ installation, tenant }: Fleet, first: number, races: { ending: Ending }[]): Promise<Fixture[]> => {
  const secrets = races.map(() => `sk-${randomBytes(32).toString('base64url')}`)
  const rows = await installation.sql<Omit<Fixture, 'key'>>(people, [
    tenant.tenantId,
    races.map((_, place) => first + place),
    races.map(({ ending }) => ending.owner),
    secrets.map((secret) => hash('sha256', secret, 'buffer')),
  ])
  return rows.map((row, place) => ({ ...row, key: secrets[place] ?? '' }))
}
