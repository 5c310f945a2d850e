// Generated from packages/contract by pnpm generate. Do not edit.

export type User = {
  id: number
  /** Of a service account: its name, which no mail reaches. */
  email: string
  username: string
  isAdmin: boolean
  notifications: Record<string, unknown>
  firstName?: string | null
  title?: string | null
  picture?: string | null
  externalId?: string | null
  defaultRoles?: string[] | null
  isDeactivated?: boolean | null
  createdAt?: string | null
  updatedAt?: string | null
}
