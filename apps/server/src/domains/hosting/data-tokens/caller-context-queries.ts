import type { AttributeType } from '@facet/contract'
import type { DeploymentAccess, EmbedIdentity, TokenOwner } from '#access'
import type { Db } from '#db'

/** What a caller with a key carries into queries: their own context and attributes. A service account has neither. */
export const getOwnIdentity = async (
  db: Db,
  { tenantId, caller }: TokenOwner,
): Promise<{ identity: EmbedIdentity; document: Record<string, unknown> }> => {
  const user = await db
    .selectFrom('users')
    .select(['email', 'first_name', 'picture', 'security_context'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', caller.principalId)
    .executeTakeFirst()
  const attributes = await db
    .selectFrom('user_attributes as a')
    .leftJoin('user_attribute_values as v', (join) =>
      join.onRef('v.tenant_id', '=', 'a.tenant_id').onRef('v.user_attribute_id', '=', 'a.id').on('v.user_id', '=', caller.principalId),
    )
    .select(['a.name', 'a.type', 'a.default_value', 'v.value'])
    .where('a.tenant_id', '=', tenantId)
    .where('a.embed_tenant_id', 'is', null)
    .where('a.is_trusted', '=', true)
    .orderBy('a.id')
    .execute()
  return {
    identity: {
      username: caller.principalName,
      email: user?.email ?? null,
      displayName: user?.first_name ?? null,
      picture: user?.picture ?? null,
      embedTenantName: null,
      groups: [],
      attributes: attributes.map((row) => ({
        name: row.name,
        type: row.type as AttributeType,
        value: row.value,
        default: row.default_value,
      })),
    },
    document: user?.security_context ? { securityContext: user.security_context } : {},
  }
}

export const getProductionEnvironment = (db: Db, { tenantId, deploymentId }: DeploymentAccess) =>
  db
    .selectFrom('environments')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('deployment_id', '=', deploymentId)
    .where('type', '=', 'production')
    .executeTakeFirstOrThrow()
