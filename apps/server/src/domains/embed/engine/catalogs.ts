import type { AttributeType } from '@facet/contract'
import { LRUCache } from 'lru-cache'
import { type FunctionCalls, namedCall } from '#db'

export type CatalogGroup = { id: number; namespace: 'groups' | 'tenantGroups'; name: string; description: string | null }
export type CatalogAttribute = {
  id: number
  name: string
  type: AttributeType
  displayName: string | null
  description: string | null
  defaultValue: string | null
  trusted: boolean
}

/** Which names a request needs. `isEmbedScope`: groups and attributes are the embed tenant's, not tenant-wide. */
export type CatalogRequest = {
  tenantId: number
  embedTenantName: string | null
  isEmbedScope: boolean
  groups: readonly string[]
  tenantGroups: readonly string[]
  attributes: readonly string[]
}

/** What the names mean at these epochs; the mint checks the epochs again. A name that is missing was not there. */
export type Catalog = {
  epochs: [tenantWide: number, embedTenant: number]
  embedTenant: { id: number; displayName: string | null } | null
  groups: Map<string, CatalogGroup>
  tenantGroups: Map<string, CatalogGroup>
  attributes: Map<string, CatalogAttribute>
}

type CatalogRow = {
  epoch: number
  embed_tenant_id: number | null
  embed_display_name: string | null
  embed_epoch: number
  groups: CatalogGroup[]
  attributes: CatalogAttribute[]
}

export const resolveFunction = 'facet_resolve_catalog'

export const resolveArguments = (request: CatalogRequest, isWaiting: boolean) => ({
  p_tenant_id: request.tenantId,
  p_embed_tenant_name: request.embedTenantName,
  p_is_embed_scope: request.isEmbedScope && request.embedTenantName !== null,
  p_groups: request.groups,
  p_tenant_groups: request.tenantGroups,
  p_attributes: request.attributes,
  p_is_waiting: isWaiting,
})

const resolveStatement = (named: object): string => namedCall(resolveFunction, Object.keys(named))

const byName = <Entry extends { name: string }>(entries: Entry[]): Map<string, Entry> =>
  new Map(entries.map((entry) => [entry.name, entry]))

export const catalogOf = (row: CatalogRow): Catalog => ({
  epochs: [row.epoch, row.embed_epoch],
  embedTenant: row.embed_tenant_id === null ? null : { id: row.embed_tenant_id, displayName: row.embed_display_name },
  groups: byName(row.groups.filter(({ namespace }) => namespace === 'groups')),
  tenantGroups: byName(row.groups.filter(({ namespace }) => namespace === 'tenantGroups')),
  attributes: byName(row.attributes),
})

const maxCatalogs = 10_000
const maxNames = 10_000

export type Catalogs = {
  /** From memory when every name is known there, otherwise from the database. */
  get: (request: CatalogRequest) => Catalog | Promise<Catalog | undefined>
  /**
   * From the database, for a request that would be refused by what memory says. Nothing while somebody takes something from
   * the catalog: all tenants share the connection, and none of them waits for another there.
   */
  reload: (request: CatalogRequest) => Promise<Catalog | undefined>
}

const holdsAll = (known: Map<string, unknown>, names: readonly string[]): boolean => names.every((name) => known.has(name))

const merge = <Entry>(into: Map<string, Entry>, from: Map<string, Entry>): void => {
  if (into.size > maxNames) into.clear()
  for (const [name, entry] of from) into.set(name, entry)
}

/**
 * Names already looked up, per catalog, kept while its epoch stands. Nothing tells this memory of a change: the mint compares
 * the epochs inside its statement, and one that is behind comes back here. Only names in use are held, however large a catalog is.
 */
export const createCatalogs = (calls: FunctionCalls): Catalogs => {
  const known = new LRUCache<string, Catalog>({ max: maxCatalogs })
  const keyOf = (request: CatalogRequest): string => `${request.tenantId} ${request.isEmbedScope} ${request.embedTenantName ?? ''}`

  const remember = (key: string, loaded: Catalog, before: Catalog | undefined): void => {
    // An embed tenant that does not exist yet is made by the first session, which then looks again.
    const isSame = before && before.epochs[0] === loaded.epochs[0] && before.epochs[1] === loaded.epochs[1]
    if (isSame && before.embedTenant?.id === loaded.embedTenant?.id) {
      merge(before.groups, loaded.groups)
      merge(before.tenantGroups, loaded.tenantGroups)
      merge(before.attributes, loaded.attributes)
      return
    }
    known.set(key, loaded)
  }

  const reload = async (request: CatalogRequest): Promise<Catalog | undefined> => {
    const key = keyOf(request)
    const named = resolveArguments(request, false)
    const [row] = await calls.call<CatalogRow>('resolve-catalog', resolveStatement(named), Object.values(named))
    if (!row) return undefined
    const loaded = catalogOf(row)
    if (request.embedTenantName === null || loaded.embedTenant) remember(key, loaded, known.get(key))
    return loaded
  }

  return {
    reload,
    get: (request) => {
      const catalog = known.get(keyOf(request))
      if (!catalog) return reload(request)
      const isKnown =
        holdsAll(catalog.groups, request.groups) &&
        holdsAll(catalog.tenantGroups, request.tenantGroups) &&
        holdsAll(catalog.attributes, request.attributes)
      return isKnown ? catalog : reload(request)
    },
  }
}
