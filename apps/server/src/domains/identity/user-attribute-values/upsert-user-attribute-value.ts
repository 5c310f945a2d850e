import type { AttributeType, AttributeValue, upsertUserAttributeValue as contract } from '@facet/contract'
import { lockCatalog, requireEmbedTenants, tenantWide } from '#access'
import { audited } from '#kernel/audit'
import type { Handler } from '#context'
import { attributeNotFound, fitsType } from '#domains/identity/user-attributes'
import { Failure } from '#kernel/failure'
import { getHolder, userNotFound } from './get-holder.ts'
import { findDefinition, setValue } from './user-attribute-value-queries.ts'
import { userAttributeValueView } from './user-attribute-value-view.ts'

const requireFittingValue = (name: string, type: AttributeType, value: AttributeValue): void => {
  if (fitsType(type, value)) return
  throw new Failure('user_attribute_value_mismatch', `The attribute "${name}" takes a value of type ${type}; the value sent is not one.`, {
    errors: [{ pointer: '/body/value', message: `must be of type ${type}.` }],
  })
}

export const upsertUserAttributeValue: Handler<typeof contract> = async ({ body }, context) => {
  const { db } = context
  const access = requireEmbedTenants(context)
  const value = body.value ?? null
  const holder = await getHolder(db, access, Number(body.userId))
  // Sessions write the same row of an external user, under the same lock.
  if (holder.kind === 'external') await lockCatalog(db, access, holder.embedTenantId ?? tenantWide)

  const definition = await findDefinition(db, access, Number(body.userAttributeId))
  if (!definition) throw attributeNotFound(body.userAttributeId)
  if (value !== null) requireFittingValue(definition.name, definition.type, value)
  if (!(await setValue(db, access, holder, definition.id, value))) throw userNotFound(body.userId)
  return audited(userAttributeValueView(holder.id, definition, value), [
    { kind: holder.kind === 'external' ? 'external_user' : 'user', id: holder.id, did: 'updated' },
    { kind: 'user_attribute', id: definition.id, did: value === null ? 'cleared' : 'assigned' },
  ])
}
