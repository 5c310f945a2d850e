import type { deleteServiceAccount as contract } from '@facet/contract'
import { requireTenant } from '#access'
import { audited } from '#kernel/audit'
import type { Handler } from '#context'
import { removeKeysOf } from '#domains/identity/owned-keys'
import { Failure } from '#kernel/failure'
import { removeAccount } from './service-account-queries.ts'

export const deleteServiceAccount: Handler<typeof contract> = async ({ params }, context) => {
  const access = requireTenant(context)
  const keys = await removeKeysOf(context.db, access, params.serviceAccountId)
  if (!(await removeAccount(context.db, access, params.serviceAccountId)))
    throw new Failure('service_account_not_found', `Service account ${params.serviceAccountId} was not found.`)
  return audited({ success: true }, [{ kind: 'service_account', id: params.serviceAccountId, did: 'deleted' }, ...keys])
}
