import type { updateUserAttribute as contract } from '@facet/contract'
import { lockCatalog, requireTenant, tenantWide } from '#access'
import { audited } from '#kernel/audit'
import type { Handler, Input } from '#context'
import { type AttributeChange, changeAttribute, getAttribute } from './user-attribute-queries.ts'
import { requireFittingDefault, storedText } from './user-attribute-rules.ts'
import { userAttributeView } from './user-attribute-view.ts'

/** The columns to set: what was left out, or null, is not among them. */
const changeOf = (body: Input<typeof contract>['body']): AttributeChange => {
  const values: AttributeChange = {
    display_name: storedText(body.displayName),
    description: storedText(body.description),
    default_value: storedText(body.defaultValue),
    is_trusted: body.trusted ?? undefined,
  }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

export const updateUserAttribute: Handler<typeof contract> = async ({ params, body }, context) => {
  const { db } = context
  const access = requireTenant(context)
  const change = changeOf(body)
  await lockCatalog(db, access, tenantWide)
  const current = await getAttribute(db, access, params.userAttributeId)
  requireFittingDefault(current.type, change.default_value)
  const isChanged = Object.keys(change).length > 0
  const row = isChanged ? await changeAttribute(db, access, current.id, change) : current
  return audited(userAttributeView(row), [{ kind: 'user_attribute', id: current.id, did: isChanged ? 'updated' : 'unchanged' }])
}
