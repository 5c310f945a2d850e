import type { createUser as contract } from '@facet/contract'
import { requireTenant } from '#access'
import { audited } from '#kernel/audit'
import type { Handler } from '#context'
import { getRole, grantRole } from '#domains/identity/roles'
import { getUser, insertUser } from './user-queries.ts'
import { requireInternal, requireNoPassword, rolesFor, usernameOf } from './user-rules.ts'
import { userView } from './user-view.ts'

export const createUser: Handler<typeof contract> = async ({ body }, context) => {
  const { db } = context
  const access = requireTenant(context)
  requireInternal(body.isExternal)
  requireNoPassword(body)
  const { email, firstName, externalId, picture } = body
  const username = usernameOf(body.username)

  const roleIds = new Set<number>()
  for (const name of new Set(rolesFor(body))) roleIds.add((await getRole(db, access, name)).id)
  const principalId = await insertUser(db, access, { email, username, firstName, externalId, picture })
  for (const roleId of roleIds) await grantRole(db, access, { principalId, roleId })
  return audited(userView(await getUser(db, access, principalId)), [{ kind: 'user', id: principalId, did: 'created' }])
}
