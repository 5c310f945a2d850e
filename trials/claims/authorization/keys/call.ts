import type { OperationId } from '@facet/contract'
import type { Pair } from './credentials.ts'
import type { Touches } from './touches.ts'

/** Whose keys a call is aimed at; absolute, so that a key and the key it made are asked the same question. */
export const keyHolders = ['owner', 'stranger', 'admin account', 'viewer account'] as const
export type KeyHolder = (typeof keyHolders)[number]

/** What exists to be acted on, fresh for each run over the operations. */
export type Targets = {
  pair: Pair
  keysToRead: number[]
  keysToDelete: number[]
  /** Of the tenant itself, by the names that paths have for them. */
  ids: { userId: number; groupId: number; userAttributeId: number; serviceAccountId: number }
  embedTenants: EmbedTarget[]
  /** Outside every embed tenant. */
  lonelyUserId: number
  /** The key that asks. */
  ownKeyId: number
  unique: () => string
}

/** An embed tenant that stands throughout, with a group, an attribute and a user made for this run. */
export type EmbedTarget = { embedTenantName: string; groupId: number; userAttributeId: number; userId: number }

/** One call with valid input. `about` tells calls of one operation apart. */
export type Call = {
  operation: OperationId
  about: string
  touches: Touches | null
  deployment?: keyof Pair
  holder?: KeyHolder
  params?: Record<string, string | number>
  /** Its path names something that does not exist: whoever may call it is told so, and everybody else is refused as ever. */
  isMissing?: true
  query?: string
  body?: unknown
}

/** The calls of one operation. */
export type MakeCalls = (targets: Targets) => Omit<Call, 'operation'>[]

export const nameOfCall = ({ operation, about }: Call): string => (about === '' ? operation : `${operation} (${about})`)
