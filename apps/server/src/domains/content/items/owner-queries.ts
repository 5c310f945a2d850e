import type { Db } from '#db'
import { consoleWorkspace, type WorkspaceAccess } from './workspace-access.ts'

export type ItemOwner = { id: number; email: string; firstName: string | null; picture: string | null }

/** Whose an item is when its owner is gone, or is not for the caller to know. */
export const nobody: ItemOwner = { id: 0, email: '', firstName: null, picture: null }

const principals = (db: Db, tenantId: number, ids: readonly number[]) =>
  db
    .selectFrom('principals')
    .leftJoin('users', (join) => join.onRef('users.tenant_id', '=', 'principals.tenant_id').onRef('users.id', '=', 'principals.id'))
    .select(['principals.id', 'principals.name', 'users.email', 'users.first_name', 'users.picture'])
    .where('principals.tenant_id', '=', tenantId)
    .where('principals.id', 'in', ids)
    .execute()

const externalUsers = (db: Db, tenantId: number, ids: readonly number[]) =>
  db
    .selectFrom('external_users')
    .select(['id', 'email', 'display_name', 'picture'])
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', ids)
    .execute()

/** Who the people behind these ids are, in one statement; those who are gone are left out (`nobody`). */
export const findOwners = async (
  db: Db,
  { tenantId, embedTenantId }: Pick<WorkspaceAccess, 'tenantId' | 'embedTenantId'>,
  personIds: readonly (number | null)[],
): Promise<Map<number, ItemOwner>> => {
  const ids = [...new Set(personIds.filter((id) => id !== null))]
  if (ids.length === 0) return new Map()
  if (embedTenantId === consoleWorkspace)
    return new Map(
      (await principals(db, tenantId, ids)).map(({ id, name, email, first_name: firstName, picture }) => [
        id,
        { id, email: email ?? '', firstName: firstName ?? (email === null ? name : null), picture },
      ]),
    )
  return new Map(
    (await externalUsers(db, tenantId, ids)).map(({ id, email, display_name: firstName, picture }) => [
      id,
      { id, email: email ?? '', firstName, picture },
    ]),
  )
}
