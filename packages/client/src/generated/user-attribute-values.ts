// Generated from packages/contract by pnpm generate. Do not edit.

import type { UserAttributeType } from './shared.ts'

export type UserAttributeValue = {
  userId: number
  userAttributeId: number
  name: string
  type: UserAttributeType
  displayName?: string | null
  description?: string | null
  value?: (string | number | boolean | string[] | number[]) | null
  /** The value as text, lists separated by commas. */
  formattedValue?: string | null
}

export type UserAttributeValueCreateInput = {
  /** An id, as text. */
  userId: string
  /** An id, as text. */
  userAttributeId: string
  value?: (string | number | boolean | string[] | number[]) | null | undefined
}

export type GetUserAttributeValuesCall = { params: { userId: number } }

export type UpsertUserAttributeValueCall = { body: UserAttributeValueCreateInput }
