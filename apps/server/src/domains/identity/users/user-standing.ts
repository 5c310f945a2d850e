import type { TenantAccess } from '#access'
import type { Db } from '#db'
import { endSessions, lockCatalog, tenantWide } from '#domains/embed/revocation'
import { getRole, grantRole, hasOtherAdministrator, lockAdministrators, withdrawAdministration } from '#domains/identity/roles'
import { Failure } from '#failure'
import { getUser, lockUsers, removeUser, setDeactivated, type UserRow } from './user-queries.ts'

/** Taken before the standing of users changes: it keeps sessions from being minted on the old one, and administrators from going together. */
export const lockStanding = async (db: Db, access: TenantAccess, ids: readonly number[]): Promise<void> => {
  await lockCatalog(db, access, tenantWide)
  await lockAdministrators(db, access)
  await lockUsers(db, access, ids)
}

const requireAdministratorBeside = async (db: Db, access: TenantAccess, user: UserRow): Promise<void> => {
  if (!user.is_admin || user.is_deactivated || (await hasOtherAdministrator(db, access, user.id))) return
  throw new Failure('last_admin', `User ${user.id} is the last active administrator. Make another user one first.`)
}

/** Those minted for the user, and those that keys of theirs minted for anyone: neither comes back when the user does. */
const endSessionsOf = async (db: Db, access: TenantAccess, id: number): Promise<void> => {
  await endSessions(db, access, 'owner', [id])
  await endSessions(db, access, 'user', [id])
}

export const deactivate = async (db: Db, access: TenantAccess, id: number): Promise<void> => {
  const user = await getUser(db, access, id)
  if (id === access.caller.principalId)
    throw new Failure('own_deactivation', `${user.name} can not deactivate the account in use. Ask another administrator.`)
  if (user.is_deactivated) return
  await requireAdministratorBeside(db, access, user)
  await setDeactivated(db, access, id, true)
  await endSessionsOf(db, access, id)
}

export const activate = async (db: Db, access: TenantAccess, id: number): Promise<void> => {
  const user = await getUser(db, access, id)
  if (user.is_deactivated) await setDeactivated(db, access, id, false)
}

export const setAdministrator = async (db: Db, access: TenantAccess, id: number, isAdmin: boolean): Promise<void> => {
  const user = await getUser(db, access, id)
  if (user.is_admin === isAdmin) return
  if (isAdmin) {
    const role = await getRole(db, access, 'Admin')
    await grantRole(db, access, { principalId: id, roleId: role.id })
    return
  }
  await requireAdministratorBeside(db, access, user)
  await withdrawAdministration(db, access, id)
}

export const remove = async (db: Db, access: TenantAccess, id: number): Promise<void> => {
  const user = await getUser(db, access, id)
  if (id === access.caller.principalId)
    throw new Failure('own_account', `${user.name} can not delete the account in use. Ask another administrator.`)
  await requireAdministratorBeside(db, access, user)
  await removeUser(db, access, id)
  await endSessionsOf(db, access, id)
}
