import type { deleteUser as contract } from '@facet/contract'
import { requireTenant } from '#access'
import { audited } from '#kernel/audit'
import type { Handler } from '#context'
import { lockUserStatus, remove } from './user-status.ts'

export const deleteUser: Handler<typeof contract> = async ({ params: { userId } }, context) => {
  const access = requireTenant(context)
  await lockUserStatus(context.db, access, [userId])
  return audited({ success: true }, await remove(context.db, access, userId))
}
