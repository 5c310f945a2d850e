import type { Db } from '#db'
import { consoleWorkspace, findOwners, levels } from '#domains/content/items'
import { type GrantedRow, listGranted, type Step } from './granted-queries.ts'
import type { Said } from './access-rules.ts'
import type { Resource } from './require-resource.ts'
import { showsGroups, showsPeople } from './shown-names.ts'

const nameOf = (row: GrantedRow, shown: { people: boolean; groups: boolean }): string | null => {
  if (row.grantee_kind === 'group') return shown.groups ? row.group_name : null
  if (row.grantee_kind === 'embed_tenant') return row.embed_tenant_name
  return shown.people ? row.email : null
}

/** Owners and grants of the chain, the nearest first; an owner who is gone is nobody. */
export const listSaid = async (db: Db, access: Resource['access'], chain: readonly Step[]): Promise<Said[]> => {
  const shown = { people: showsPeople(access), groups: showsGroups(access) }
  const owners = await findOwners(
    db,
    access,
    chain.map((step) => step.owner_id),
  )
  const rows = await listGranted(db, { kind: access.kind, id: access.itemId, access })
  return chain.flatMap((step, distance) => {
    const at = { distance, on: { id: step.id, kind: step.kind, name: step.name } }
    const owner = step.owner_id === null ? undefined : owners.get(step.owner_id)
    const owned: Said[] = owner
      ? [
          {
            ...at,
            through: 'owner',
            granteeKind: access.embedTenantId === consoleWorkspace ? 'user' : 'external_user',
            granteeId: owner.id,
            level: levels.full,
            name: shown.people ? owner.email || owner.firstName : null,
          },
        ]
      : []
    const granted = rows
      .filter((row) => row.distance === distance)
      .map((row) => ({
        ...at,
        through: 'grant' as const,
        granteeKind: row.grantee_kind,
        granteeId: row.grantee_id,
        level: row.level,
        name: nameOf(row, shown),
      }))
    return [...owned, ...granted]
  })
}
