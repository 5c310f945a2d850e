import type { createServiceAccount as contract } from '@facet/contract'
import { requireTenant } from '#access'
import { audited } from '#kernel/audit'
import type { Handler } from '#context'
import { getRole, grantRole } from '#domains/identity/roles'
import { getAccount, insertAccount } from './service-account-queries.ts'
import { serviceAccountView } from './service-account-view.ts'

export const createServiceAccount: Handler<typeof contract> = async ({ body }, context) => {
  const { db } = context
  const access = requireTenant(context)
  const role = await getRole(db, access, body.role)
  const id = await insertAccount(db, access, body.name)
  await grantRole(db, access, { principalId: id, roleId: role.id })
  return audited(serviceAccountView(await getAccount(db, access, id)), [{ kind: 'service_account', id, did: 'created' }])
}
