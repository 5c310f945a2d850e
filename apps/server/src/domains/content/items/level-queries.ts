import { callByName, type Db } from '#db'
import { type ItemKind, type Level, lower, levels } from './levels.ts'
import type { WorkspaceAccess } from './workspace-access.ts'

type LevelRow = { id: number; kind: ItemKind; level: Level }

/** As every function of the rule takes the caller. */
export const callerArguments = ({ identity }: WorkspaceAccess) => ({
  p_owner_id: identity.ownerId,
  p_organisation_id: identity.organisationId,
  p_grantee_ids: identity.granteeIds,
})

export const placeArguments = ({ tenantId, deploymentId, embedTenantId }: WorkspaceAccess) => ({
  p_tenant_id: tenantId,
  p_deployment_id: deploymentId,
  p_embed_tenant_id: embedTenantId,
})

/** What a caller may do with an item of this kind whose chain says this. */
export const usableLevel = (workspace: WorkspaceAccess, kind: ItemKind, level: Level): Level =>
  lower(workspace.isAdministrator ? levels.full : level, workspace.caps[kind])

/** The caller's level on each of these items that is in the workspace, in one statement. What is not in the answer is not there. */
export const findLevels = async (
  db: Db,
  workspace: WorkspaceAccess,
  itemIds: readonly number[],
): Promise<Map<number, { kind: ItemKind; level: Level }>> => {
  const rows = await callByName<LevelRow>(db, 'facet_content_levels', {
    ...placeArguments(workspace),
    p_item_ids: itemIds,
    ...callerArguments(workspace),
  })
  return new Map(rows.map(({ id, kind, level }) => [id, { kind, level: usableLevel(workspace, kind, level) }]))
}

/** Whether something that is the caller's, or was granted, lies below the folder. */
export const leadsSomewhere = async (db: Db, { tenantId, identity }: WorkspaceAccess, folderId: number): Promise<boolean> => {
  const { ownerId, organisationId, granteeIds } = identity
  const [row] = await callByName<{ facet_leads_to_content: boolean }>(db, 'facet_leads_to_content', {
    p_tenant_id: tenantId,
    p_folder_id: folderId,
    p_owner_id: ownerId,
    p_grantee_ids: organisationId === null ? granteeIds : [...granteeIds, organisationId],
  })
  return row?.facet_leads_to_content ?? false
}
