// Generated from packages/contract by pnpm generate. Do not edit.

export type BulkUserAction = 'DEACTIVATE' | 'ACTIVATE' | 'DELETE'

export type BulkUserActionError = { status: number; message: string }

export type BulkUserActionFailure = { userId: number; error: BulkUserActionError }

export type BulkUserActionInput = { action: BulkUserAction; userIds: number[] }

export type BulkUserActionPayload = { action: BulkUserAction; succeeded: number[]; failed: BulkUserActionFailure[] }

export type UserCreateInput = {
  email: string
  username: string
  firstName?: string | null | undefined
  isAdmin?: boolean | null | undefined
  /** Refused with `password_not_supported`: this version has no sign-in. */
  password?: string | null | undefined
  externalId?: string | null | undefined
  defaultRoles?: string[] | null | undefined
  /** An absolute http or https address; never fetched here. */
  picture?: string | null | undefined
  isExternal?: boolean | null | undefined
}

export type UserDeleteResponse = { success: boolean }

export type UserSettingsChange = {
  alternatingRowColors?: boolean | null | undefined
  lastSeenChangelogId?: number | null | undefined
  locale?: string | null | undefined
  theme?: string | null | undefined
  timezone?: string | null | undefined
}

export type UserUpdateInput = {
  firstName?: string | null | undefined
  title?: string | null | undefined
  isAdmin?: boolean | null | undefined
  isDeactivated?: boolean | null | undefined
  /** Refused with `password_not_supported`: this version has no sign-in. */
  password?: string | null | undefined
  /** An absolute http or https address; never fetched here. */
  picture?: string | null | undefined
  settings?: UserSettingsChange | null | undefined
  /** Names of notifications that are on. */
  notifications?: string[] | null | undefined
  securityContext?: Record<string, unknown> | null | undefined
  embedTheme?: Record<string, unknown> | null | undefined
  lastLogin?: string | null | undefined
  tosAccepted?: Record<string, unknown> | null | undefined
}

export type BulkUserActionCall = { body: BulkUserActionInput }

export type CreateUserCall = {
  body: UserCreateInput
  /** Made by the client when left out. */
  idempotencyKey?: string | undefined
}

export type DeleteUserCall = { params: { userId: number } }

export type PostUserCall = { params: { userId: number }; body: UserUpdateInput }

export type UpdateUserCall = { params: { userId: number }; body: UserUpdateInput }
