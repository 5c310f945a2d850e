import type { GenerateSession } from '@facet/contract'
import type { TenantAccess } from '#access'
import type { Db } from '#db'
import { definitionLimit } from '#domains/identity/user-attributes'
import { mintInTransaction, type MintOutcome } from '#embed'
import { Failure } from '#failure'
import { countAttributes, ensureEmbedTenant, resolveInTransaction, upsertAttributes, upsertGroups } from './definition-queries.ts'
import { type Minting, mintItemOf } from './mint-item.ts'
import { catalogRequestOf, nameProblems } from './session-names.ts'
import { failureFor, hasProblems } from './session-problem.ts'

/**
 * Mints where the catalogs have to change first: a new embed tenant, new or changed definitions. One transaction, so that a
 * request that fails at the end leaves nothing of its beginning.
 */
export const mintChanging = async (db: Db, access: TenantAccess, body: GenerateSession, minting: Minting): Promise<MintOutcome> => {
  const request = catalogRequestOf(access.tenantId, body)
  if (body.embedTenantName != null) {
    const embedTenantId = await ensureEmbedTenant(db, access, body.embedTenantName, body.embedTenantProfile?.displayName ?? null)
    const problems = nameProblems(body, await resolveInTransaction(db, request))
    if (hasProblems(problems)) throw failureFor(problems)
    await upsertGroups(db, access, embedTenantId, 'groups', body.groupDefinitions ?? [])
    await upsertGroups(db, access, embedTenantId, 'tenantGroups', body.tenantGroupDefinitions ?? [])
    await upsertAttributes(db, access, embedTenantId, body.userAttributeDefinitions ?? [])
    if ((await countAttributes(db, access, embedTenantId)) > definitionLimit)
      throw new Failure('user_attribute_limit', `An embed tenant has at most ${definitionLimit} attribute definitions.`)
  }
  const catalog = await resolveInTransaction(db, request)
  const problems = nameProblems(body, catalog)
  if (hasProblems(problems)) throw failureFor(problems)
  return mintInTransaction(db, mintItemOf(body, catalog, minting))
}
