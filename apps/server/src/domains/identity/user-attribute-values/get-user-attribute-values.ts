import type { getUserAttributeValues as contract } from '@facet/contract'
import { requireEmbedTenants } from '#access'
import type { Handler } from '#context'
import { getHolder } from './get-holder.ts'
import { listValues } from './user-attribute-value-queries.ts'
import { userAttributeValueView } from './user-attribute-value-view.ts'

export const getUserAttributeValues: Handler<typeof contract> = async ({ params }, context) => {
  const { db } = context
  const access = requireEmbedTenants(context)
  const holder = await getHolder(db, access, params.userId)
  const rows = await listValues(db, access, holder)
  return rows.map(({ value, ...definition }) => userAttributeValueView(holder.id, definition, value))
}
