import type { GenerateSession } from '@facet/contract'
import { mintItemOf } from '../../../../apps/server/src/domains/embed/sessions/mint-item.ts'
import type { Catalog, MintItem } from '../../../../apps/server/src/domains/embed/engine/index.ts'
import type { Installation, Tenant } from '../../../harness/installation.ts'
import { attributeName, attributesPerCatalog, groupName, groupsPerCatalog } from './request.ts'

/** A tenant with embed tenants, each with a full catalog. Ids are consecutive, so that a pgbench script can compute them. */
export type Account = {
  tenant: Tenant
  deploymentId: number
  apiKeyId: number
  catalogs: number
  firstEmbedTenantId: number
  firstGroupId: number
  firstAttributeId: number
}

/** Takes consecutive ids from the sequence of all tables. */
const reserveIds = async ({ sql }: Installation, count: number): Promise<number> => {
  const [row] = await sql<{ last: string }>("select setval('facet_ids', nextval('facet_ids') + $1) as last", [count])
  return Number(row?.last) - count
}

const settings = { useCreatorMode: true, externalUserLimit: 1_000_000_000 }

export const createAccount = async (installation: Installation, name: string, catalogs: number): Promise<Account> => {
  const { sql } = installation
  const tenant = await installation.createTenant(name)
  const { tenantId } = tenant
  await sql(
    `insert into tenant_settings (tenant_id, settings) values ($1, $2) on conflict (tenant_id) do update set settings = excluded.settings`,
    [tenantId, settings],
  )
  const [deployment] = await sql<{ id: string }>(
    `insert into deployments (tenant_id, name, slug, creation_step, cloud_provider, region, target_platform, is_managed, release_channel_version)
     values ($1, 'Embedded', 'embedded', 'ready', 'local', 'local', 'local', true, '1.7.43') returning id`,
    [tenantId],
  )
  const [key] = await sql<{ id: string }>('select min(id) as id from api_keys where tenant_id = $1', [tenantId])
  const account = {
    tenant,
    deploymentId: Number(deployment?.id),
    apiKeyId: Number(key?.id),
    catalogs,
    firstEmbedTenantId: await reserveIds(installation, catalogs),
    firstGroupId: await reserveIds(installation, catalogs * groupsPerCatalog),
    firstAttributeId: await reserveIds(installation, catalogs * attributesPerCatalog),
  }
  await fillCatalogs(installation, account)
  return account
}

const fillCatalogs = async ({ sql }: Installation, account: Account): Promise<void> => {
  const { catalogs, firstEmbedTenantId, firstGroupId, firstAttributeId } = account
  const { tenantId } = account.tenant
  await sql(
    `insert into embed_tenants (tenant_id, id, name) select $1, $2::bigint + n, 'customer-' || n from generate_series(0, $3::int - 1) n`,
    [tenantId, firstEmbedTenantId, catalogs],
  )
  const within = `from generate_series(0, $3::int - 1) n, generate_series(0, $4::int - 1) m`
  await sql(
    `insert into groups (tenant_id, id, embed_tenant_id, namespace, name)
     select $1, $5::bigint + n * $4::int + m, $2::bigint + n, 'groups', 'group-' || lpad(m::text, 2, '0') ${within}`,
    [tenantId, firstEmbedTenantId, catalogs, groupsPerCatalog, firstGroupId],
  )
  await sql(
    `insert into user_attributes (tenant_id, id, embed_tenant_id, name, type)
     select $1, $5::bigint + n * $4::int + m, $2::bigint + n, 'attribute-' || lpad(m::text, 2, '0'), 'string' ${within}`,
    [tenantId, firstEmbedTenantId, catalogs, attributesPerCatalog, firstAttributeId],
  )
}

/** The catalog as the service would have resolved it. None is changed, so every epoch stays at 1. */
export const catalogOf = (account: Account, catalog: number): Catalog => ({
  epochs: [1, 1],
  embedTenant: { id: account.firstEmbedTenantId + catalog, displayName: null },
  groups: new Map(
    Array.from({ length: groupsPerCatalog }, (_, place) => {
      const id = account.firstGroupId + catalog * groupsPerCatalog + place
      return [groupName(place), { id, namespace: 'groups', name: groupName(place), description: null }]
    }),
  ),
  tenantGroups: new Map(),
  attributes: new Map(
    Array.from({ length: attributesPerCatalog }, (_, place) => {
      const id = account.firstAttributeId + catalog * attributesPerCatalog + place
      const name = attributeName(place)
      return [name, { id, name, type: 'string', displayName: null, description: null, defaultValue: null, trusted: true }]
    }),
  ),
})

/** The item that the service makes of a request. */
export const itemOf = (account: Account, request: GenerateSession, catalog: Catalog): MintItem =>
  mintItemOf(request, catalog, {
    tenantId: account.tenant.tenantId,
    apiKeyId: account.apiKeyId,
    userLimit: settings.externalUserLimit,
    internalId: null,
  })
