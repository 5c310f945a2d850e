import type { ResourcePolicy } from '@facet/contract'
import type { Db } from '#db'
import { type GrantedRow, listGranted } from './granted-queries.ts'
import { policyActionOf, resourceTypeOf } from './policy-rules.ts'
import type { Resource } from './require-resource.ts'
import { showsGroups, showsPeople } from './shown-names.ts'

type Shown = { people: boolean; groups: boolean }

/** The names of the platform's own groups. */
export const allEmbedUsersName = 'all_embed_users'
export const embedTenantGroupName = (embedTenantName: string | null): string => `system:tenant:${embedTenantName ?? ''}`

const userOf = (row: GrantedRow, { people }: Shown): Pick<ResourcePolicy, 'userId' | 'user'> => {
  const { grantee_id: id, email, first_name: firstName, picture } = row
  return { userId: id, user: people ? { id, email, firstName, picture } : { id, email: null } }
}

const groupOf = (id: number, name: string, isSystem: boolean): Pick<ResourcePolicy, 'groupId' | 'group'> => ({
  groupId: id,
  group: { id, name, isSystem },
})

const granteeOf = (row: GrantedRow, tenantId: number, shown: Shown): Partial<ResourcePolicy> => {
  switch (row.grantee_kind) {
    case 'user':
    case 'external_user':
      return userOf(row, shown)
    case 'group':
      return groupOf(row.grantee_id, shown.groups ? (row.group_name ?? '') : '', false)
    case 'embed_tenant':
      return groupOf(row.grantee_id, embedTenantGroupName(row.embed_tenant_name), true)
    case 'all_embed_users':
      return groupOf(tenantId, allEmbedUsersName, true)
    case 'organisation':
      return {}
  }
}

/** All that the resource is shared with, as the caller may know it. */
export const readPolicies = async (db: Db, resource: Resource): Promise<{ items: ResourcePolicy[]; data: ResourcePolicy[] }> => {
  const { kind, id, access } = resource
  const shown = { people: showsPeople(access), groups: showsGroups(access) }
  const items = (await listGranted(db, resource)).map((row) => ({
    resourceType: resourceTypeOf(row.resource_kind),
    resourceId: row.resource_id,
    action: policyActionOf(row.resource_kind, row.level),
    isInherited: row.resource_kind !== kind || row.resource_id !== id,
    isOrganization: row.grantee_kind === 'organisation',
    ...granteeOf(row, access.tenantId, shown),
  }))
  return { items, data: items }
}
