import type { GenerateSession } from '@facet/contract'
import type { SessionsAccess } from '#access'
import type { Context } from '#context'
import type { Db } from '#db'
import { extendCatalog } from '#domains/embed/revocation'
import { definitionLimit } from '#domains/identity/user-attributes'
import { type Catalog, mintInTransaction, type MintOutcome } from '#embed'
import { Failure } from '#failure'
import {
  addEmbedTenant,
  countAttributes,
  resolveInTransaction,
  setDisplayName,
  upsertAttributes,
  upsertGroups,
} from './definition-queries.ts'
import { type Minting, mintItemOf } from './mint-item.ts'
import { refuse } from './refuse-session.ts'
import { catalogRequestOf, changesCatalog, nameProblems } from './session-names.ts'
import { hasProblems } from './session-problem.ts'

type InTransaction = { db: Db; access: SessionsAccess; body: GenerateSession }

/** Brings the embed tenant to what the request defines. Others do the same one after another; sessions are minted meanwhile. */
const define = async ({ db, access, body }: InTransaction, embedTenantId: number): Promise<void> => {
  await extendCatalog(db, access, embedTenantId)
  if (body.embedTenantProfile?.displayName != null) await setDisplayName(db, access, embedTenantId, body.embedTenantProfile.displayName)
  await upsertGroups(db, access, embedTenantId, 'groups', body.groupDefinitions ?? [])
  await upsertGroups(db, access, embedTenantId, 'tenantGroups', body.tenantGroupDefinitions ?? [])
  await upsertAttributes(db, access, embedTenantId, body.userAttributeDefinitions ?? [])
  if ((await countAttributes(db, access, embedTenantId)) > definitionLimit)
    throw new Failure('user_attribute_limit', `An embed tenant has at most ${definitionLimit} attribute definitions.`)
}

/**
 * Mints in a transaction that waits its turn: what was looked up stays true until it commits. Where the request defines
 * something new, the catalogs are changed first; one that fails at the end leaves nothing of its beginning.
 */
export const mintChanging = async (
  context: Pick<Context, 'db' | 'caller'>,
  access: SessionsAccess,
  body: GenerateSession,
  minting: Minting,
): Promise<MintOutcome> => {
  const { db } = context
  const request = catalogRequestOf(access.tenantId, body)
  const look = async (): Promise<Catalog> => {
    const catalog = await resolveInTransaction(db, request)
    const problems = nameProblems(body, catalog)
    return hasProblems(problems) ? refuse(context, body, problems) : catalog
  }
  let catalog = await look()
  if (body.embedTenantName != null && !catalog.embedTenant) {
    await addEmbedTenant(db, access, body.embedTenantName)
    catalog = await look()
    // Somebody made it before us and somebody else removed it since.
    if (!catalog.embedTenant) return { outcome: 'busy' }
  }
  if (catalog.embedTenant && changesCatalog(body, catalog)) {
    await define({ db, access, body }, catalog.embedTenant.id)
    catalog = await look()
  }
  return mintInTransaction(db, mintItemOf(body, catalog, minting))
}
