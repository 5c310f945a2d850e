import { embedTenantNamePattern } from '@facet/contract'
import { type EmbedTenantsAccess, extendCatalog, isWithin, lockCatalog, outsideEmbedTenants, requireEmbedTenants } from '#access'
import type { Context } from '#context'
import type { Db } from '#db'
import { Failure } from '#kernel/failure'

declare const proven: unique symbol

/** Says that the tenant, the name and the key's scope were checked. Queries about one embed tenant take it. */
export type EmbedTenantAccess = Pick<EmbedTenantsAccess, 'tenantId' | 'caller'> & {
  readonly [proven]: 'embed_tenant'
  readonly embedTenantId: number
  readonly embedTenantName: string
}

const possibleName = new RegExp(embedTenantNamePattern)

const notFound = (name: string): Failure =>
  new Failure('embed_tenant_not_found', `Embed tenant "${name}" was not found. The first session that names it creates it.`)

/** Of exactly this name, or nothing. The scope is asked first: a key learns nothing about names beside its own. */
export const findEmbedTenantAccess = async (context: Context, name: string): Promise<EmbedTenantAccess | undefined> => {
  const { tenantId, caller, embedTenants } = requireEmbedTenants(context)
  if (!isWithin(embedTenants, name)) throw outsideEmbedTenants(name)
  if (!possibleName.test(name)) return undefined
  const found = await context.db
    .selectFrom('embed_tenants')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('name', '=', name)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return found && ({ tenantId, caller, embedTenantId: found.id, embedTenantName: name } as EmbedTenantAccess)
}

/** Access to an embed tenant by its name in any case. */
export const requireEmbedTenant = async (context: Context, name: string): Promise<EmbedTenantAccess> => {
  const access = await findEmbedTenantAccess(context, name.toLowerCase())
  if (!access) throw notFound(name)
  return access
}

const requireStillThere = async (db: Db, access: EmbedTenantAccess): Promise<void> => {
  const found = await db
    .selectFrom('embed_tenants')
    .select('id')
    .where('tenant_id', '=', access.tenantId)
    .where('id', '=', access.embedTenantId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!found) throw notFound(access.embedTenantName)
}

/** Locks the catalog before any row, in the one order all its writers keep, and looks again: a deletion may have held it. */
export const lockEmbedTenant = async (db: Db, access: EmbedTenantAccess): Promise<void> => {
  await lockCatalog(db, access, access.embedTenantId)
  await requireStillThere(db, access)
}

/** The same for those who add to the catalog or change its texts, beside sessions being minted. */
export const extendEmbedTenant = async (db: Db, access: EmbedTenantAccess): Promise<void> => {
  await extendCatalog(db, access, access.embedTenantId)
  await requireStillThere(db, access)
}
