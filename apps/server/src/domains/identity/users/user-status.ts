import { endSessions, lockCatalog, type TenantAccess, tenantWide } from '#access'
import type { Touched } from '#kernel/audit'
import type { Db } from '#db'
import { removeKeysOf } from '#domains/identity/owned-keys'
import { getRole, grantRole, hasOtherAdministrator, lockAdministrators, withdrawAdministration } from '#domains/identity/roles'
import { Failure } from '#kernel/failure'
import { getUser, lockUsers, removeUser, setDeactivated, type UserRow } from './user-queries.ts'

/** What was done: to the user, and to the keys that went with them. */
type Acted<With extends Touched = never> = readonly [Touched<'user'>, ...With[]]
type Act<With extends Touched = never> = (db: Db, access: TenantAccess, id: number) => Promise<Acted<With>>

/** Taken before the status of users changes: no session is minted with the old one, and the last two administrators cannot leave at once. */
export const lockUserStatus = async (db: Db, access: TenantAccess, ids: readonly number[]): Promise<void> => {
  await lockCatalog(db, access, tenantWide)
  await lockAdministrators(db, access)
  await lockUsers(db, access, ids)
}

const requireAdministratorBeside = async (db: Db, access: TenantAccess, user: UserRow): Promise<void> => {
  if (!user.is_admin || user.is_deactivated || (await hasOtherAdministrator(db, access, user.id))) return
  throw new Failure('last_admin', `User ${user.id} is the last active administrator. Make another user an administrator first.`)
}

/** Those minted for the user, and those that keys of theirs minted for anyone: neither comes back when the user does. */
const endSessionsOf = async (db: Db, access: TenantAccess, id: number): Promise<void> => {
  await endSessions(db, access, 'owner', [id])
  await endSessions(db, access, 'user', [id])
}

export const deactivate: Act = async (db, access, id) => {
  const user = await getUser(db, access, id)
  if (id === access.caller.principalId)
    throw new Failure('own_deactivation', `${user.name} cannot deactivate the account in use. Ask another administrator.`)
  if (user.is_deactivated) return [{ kind: 'user', id, did: 'unchanged' }]
  await requireAdministratorBeside(db, access, user)
  await setDeactivated(db, access, id, true)
  await endSessionsOf(db, access, id)
  return [{ kind: 'user', id, did: 'deactivated' }]
}

export const activate: Act = async (db, access, id) => {
  const user = await getUser(db, access, id)
  if (!user.is_deactivated) return [{ kind: 'user', id, did: 'unchanged' }]
  await setDeactivated(db, access, id, false)
  // What was being made while the user was deactivated may bear a later time than that.
  await endSessionsOf(db, access, id)
  return [{ kind: 'user', id, did: 'activated' }]
}

export const setAdministrator = async (db: Db, access: TenantAccess, id: number, isAdmin: boolean): Promise<Acted> => {
  const user = await getUser(db, access, id)
  if (user.is_admin === isAdmin) return [{ kind: 'user', id, did: 'unchanged' }]
  if (isAdmin) {
    const role = await getRole(db, access, 'Admin')
    await grantRole(db, access, { principalId: id, roleId: role.id })
    return [{ kind: 'user', id, did: 'promoted' }]
  }
  await requireAdministratorBeside(db, access, user)
  await withdrawAdministration(db, access, id)
  return [{ kind: 'user', id, did: 'demoted' }]
}

export const remove: Act<Touched<'api_key'>> = async (db, access, id) => {
  const user = await getUser(db, access, id)
  if (id === access.caller.principalId)
    throw new Failure('own_account', `${user.name} cannot delete the account in use. Ask another administrator.`)
  await requireAdministratorBeside(db, access, user)
  const keys = await removeKeysOf(db, access, id)
  await removeUser(db, access, id)
  await endSessionsOf(db, access, id)
  return [{ kind: 'user', id, did: 'deleted' }, ...keys]
}
