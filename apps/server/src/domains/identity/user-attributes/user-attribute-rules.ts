import type { AttributeType } from '@facet/contract'
import { Failure } from '#kernel/failure'
import { parseDefault } from './attribute-values.ts'

/** What every session of the catalog reads; more would make each of them slow. */
export const definitionLimit = 1000

/** What to store of a text that was sent: an empty one stands for none. Left out, or null, there is nothing to store. */
export const storedText = (sent: string | null | undefined): string | null | undefined => (sent === '' ? null : (sent ?? undefined))

export const requireFittingDefault = (type: AttributeType, text: string | null | undefined): void => {
  if (text == null || parseDefault(type, text) !== undefined) return
  const pointer = '/body/defaultValue'
  throw new Failure('user_attribute_value_mismatch', `The default "${text}" is not a value of type ${type}. Send one that is, or none.`, {
    errors: [{ pointer, message: `is not a value of type ${type}.` }],
  })
}
