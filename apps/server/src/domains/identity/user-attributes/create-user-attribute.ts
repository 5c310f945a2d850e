import type { createUserAttribute as contract } from '@facet/contract'
import { extendCatalog, requireTenant, tenantWide } from '#access'
import { audited } from '#kernel/audit'
import type { Handler } from '#context'
import { Failure } from '#kernel/failure'
import { countAttributes, insertAttribute } from './user-attribute-queries.ts'
import { definitionLimit, requireFittingDefault, storedText } from './user-attribute-rules.ts'
import { userAttributeView } from './user-attribute-view.ts'

export const createUserAttribute: Handler<typeof contract> = async ({ body }, context) => {
  const { db } = context
  const access = requireTenant(context)
  const defaultValue = storedText(body.defaultValue) ?? null
  requireFittingDefault(body.type, defaultValue)

  // Also keeps two creations from passing the limit together.
  await extendCatalog(db, access, tenantWide)
  if ((await countAttributes(db, access, {}, definitionLimit)) >= definitionLimit)
    throw new Failure('user_attribute_limit', `There are already ${definitionLimit} attributes, which is the maximum. Delete one first.`)

  const row = await insertAttribute(db, access, {
    name: body.name,
    type: body.type,
    display_name: storedText(body.displayName) ?? null,
    description: storedText(body.description) ?? null,
    default_value: defaultValue,
    is_trusted: body.trusted ?? true,
  })
  return audited(userAttributeView(row), [{ kind: 'user_attribute', id: row.id, did: 'created' }])
}
