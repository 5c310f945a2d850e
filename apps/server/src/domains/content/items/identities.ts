import type { AccessContext, Caller, EmbedGrant } from '#access'
import type { Db } from '#db'

export type WorkspaceContext = AccessContext & { db: Db }

/** Whom grants can name to reach a caller. */
export type Identity = {
  /** Whose items are the caller's own; null for whoever looks from outside of the workspace. */
  readonly ownerId: number | null
  /** What grants to the whole organisation name in this workspace; null for whoever is not of it. */
  readonly organisationId: number | null
  /** The caller, the caller's groups, and what else the caller is one of. */
  readonly granteeIds: readonly number[]
}

/** Who makes content in a frame, and not only looks at it. */
export const isCreator = ({ embed }: Pick<Caller, 'embed'>): boolean => embed?.isCreatorMode === true && !embed.isInternal

/** What grants name instead of an id: the organisation of the console, and all embed users. As content_grants has them. */
export const consoleOrganisation = 0
export const allEmbedUsers = -1

const groupsOfUser = async (db: Db, tenantId: number, userId: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('user_group_members')
    .select('group_id')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .execute()
  return rows.map((row) => row.group_id)
}

const groupsOfExternalUser = async (db: Db, tenantId: number, userId: number): Promise<{ tenantWide: number[]; own: number[] }> => {
  const row = await db
    .selectFrom('external_users')
    .select(['group_ids', 'embed_group_ids', 'tenant_group_ids'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .executeTakeFirst()
  return { tenantWide: row?.group_ids ?? [], own: row ? [...row.embed_group_ids, ...row.tenant_group_ids] : [] }
}

/** A user or a service account in the console's workspace. */
export const consoleIdentity = async (db: Db, tenantId: number, principalId: number): Promise<Identity> => ({
  ownerId: principalId,
  organisationId: consoleOrganisation,
  granteeIds: [principalId, ...(await groupsOfUser(db, tenantId, principalId))],
})

/** An external user among the creators of an embed tenant, who are an organisation to each other. */
export const creatorIdentity = async (db: Db, tenantId: number, userId: number, embedTenantId: number): Promise<Identity> => {
  const { tenantWide, own } = await groupsOfExternalUser(db, tenantId, userId)
  return { ownerId: userId, organisationId: embedTenantId, granteeIds: [userId, ...tenantWide, ...own] }
}

/** Any embed user, or any of one embed tenant. */
export const sharedIdentity = (embedTenantId: number): Identity => ({
  ownerId: null,
  organisationId: null,
  granteeIds: embedTenantId === 0 ? [allEmbedUsers] : [allEmbedUsers, embedTenantId],
})

/**
 * Who looks at one dashboard of the console: a creator as any of their embed tenant, an internal user as themselves, others also by
 * what was granted to them and to their groups of the whole tenant.
 */
export const viewerIdentity = async (db: Db, tenantId: number, grant: EmbedGrant): Promise<Identity> => {
  const { granteeIds } = sharedIdentity(grant.embedTenantId)
  if (grant.isInternal) {
    const own = await consoleIdentity(db, tenantId, grant.userId)
    return { ...own, granteeIds: [...own.granteeIds, ...granteeIds] }
  }
  if (grant.isCreatorMode) return { ownerId: null, organisationId: null, granteeIds }
  const { tenantWide } = await groupsOfExternalUser(db, tenantId, grant.userId)
  return { ownerId: null, organisationId: null, granteeIds: [...granteeIds, grant.userId, ...tenantWide] }
}
