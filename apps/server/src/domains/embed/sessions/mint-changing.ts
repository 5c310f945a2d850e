import type { GenerateSession } from '@facet/contract'
import { extendCatalog, type SessionsAccess, writeAudit } from '#access'
import { touchedIn } from '#kernel/audit'
import type { Context } from '#context'
import type { Db } from '#db'
import { definitionLimit } from '#domains/identity/user-attributes'
import { type Catalog, mintInTransaction, type MintOutcome } from '#engine/embed'
import { Failure } from '#kernel/failure'
import {
  addEmbedTenant,
  countAttributes,
  type Defined,
  resolveInTransaction,
  setDisplayName,
  upsertAttributes,
  upsertGroups,
} from './definition-queries.ts'
import { type Minting, mintItemOf } from './mint-item.ts'
import { refuse } from './refuse-session.ts'
import { catalogRequestOf, changesCatalog, nameProblems } from './session-names.ts'
import { hasProblems } from './session-problem.ts'

type Minter = Pick<Context, 'db' | 'caller' | 'operation' | 'requestId'>
type InTransaction = { db: Db; access: SessionsAccess; body: GenerateSession }

/** Brings the embed tenant to what the request defines. Others do the same one after another; sessions are minted meanwhile. */
const define = async ({ db, access, body }: InTransaction, embedTenantId: number): Promise<Defined> => {
  await extendCatalog(db, access, embedTenantId)
  const displayName = body.embedTenantProfile?.displayName
  const named = displayName == null ? [] : await setDisplayName(db, access, embedTenantId, displayName)
  const groups = await upsertGroups(db, access, embedTenantId, 'groups', body.groupDefinitions ?? [])
  const tenantGroups = await upsertGroups(db, access, embedTenantId, 'tenantGroups', body.tenantGroupDefinitions ?? [])
  const attributes = await upsertAttributes(db, access, embedTenantId, body.userAttributeDefinitions ?? [])
  if ((await countAttributes(db, access, embedTenantId)) > definitionLimit)
    throw new Failure('user_attribute_limit', `An embed tenant has at most ${definitionLimit} attribute definitions.`)
  return [...named, ...groups, ...tenantGroups, ...attributes]
}

/** A session is its own record; what it brought into the catalogs for all that follow is in the trail. */
const record = async ({ db, caller, operation, requestId }: Minter, embedTenantName: string, defined: Defined): Promise<void> => {
  if (defined.length === 0) return
  const isItself = defined.some(({ kind }) => kind === 'embed_tenant')
  const reference = isItself ? [] : [{ kind: 'embed_tenant', id: embedTenantName } as const]
  const targets = touchedIn(defined, ...reference)
  await writeAudit(db, { tenantId: caller.tenantId, operation: operation.id, outcome: 'done', actor: caller, targets, requestId })
}

/**
 * Mints in a transaction that waits its turn: what was looked up stays true until it commits. Where the request defines
 * something new, the catalogs are changed first; one that fails at the end leaves nothing of its beginning.
 */
export const mintChanging = async (
  context: Minter,
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
  const defined: Defined = []
  if (body.embedTenantName != null && !catalog.embedTenant) {
    defined.push(...(await addEmbedTenant(db, access, body.embedTenantName)))
    catalog = await look()
    // Somebody made it before us and somebody else removed it since.
    if (!catalog.embedTenant) return { outcome: 'busy' }
  }
  if (catalog.embedTenant && changesCatalog(body, catalog)) {
    defined.push(...(await define({ db, access, body }, catalog.embedTenant.id)))
    catalog = await look()
  }
  await record(context, body.embedTenantName ?? '', defined)
  return mintInTransaction(db, mintItemOf(body, catalog, minting))
}
