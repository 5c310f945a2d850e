import type { deleteApiKey as contract } from '@facet/contract'
import { requireCaller } from '#access'
import { audited } from '#kernel/audit'
import type { Handler } from '#context'
import { removeKey } from './api-key-queries.ts'
import { getVisibleKey, ownerReference } from './get-visible-key.ts'

export const deleteApiKey: Handler<typeof contract> = async ({ params }, context) => {
  const access = requireCaller(context)
  const key = await getVisibleKey(context.db, access, params.apiKeyId)
  await removeKey(context.db, access, key.id)
  return audited({ success: true }, [{ kind: 'api_key', id: key.id, did: 'deleted' }, ownerReference(key)])
}
