// Generated from packages/contract by pnpm generate. Do not edit.

export type BranchPush = {
  branchName: string
  /**
   * `pending`: not there yet, and tried again by itself; `cause` says what stood in the way the last time. `pushed`: the
   * remote has it. `failed`: not tried any more, until the branch is changed or pushed again; it was given up after about a
   * day, or held back because the database was restored (`database_restored`), or the remote is not connected any more, or
   * the branch was deleted.
   */
  state: 'pending' | 'pushed' | 'failed'
  /** The commit that was last pushed. */
  lastHash?: string | null
  /** How often the remote failed it since it was asked for. */
  attempts: number
  /** The code of the last failure, such as `remote_moved`. */
  cause?: string | null
  /** The same in words, with what to do. */
  message?: string | null
  nextAttemptAt?: string | null
  pushedAt?: string | null
}

export type CloudProvider = 'cubecloud' | 'aws' | 'gcp'

export type CreationMethod = 'upload' | 'cubecloud' | 'github' | 'ssh'

export type CreationStep = 'project' | 'upload' | 'schema' | 'github' | 'ssh' | 'databases' | 'ready' | 'demo'

export type DeployMode = 'git' | 'cli'

export type Deployment = {
  id: number
  name: string
  /** Base address of the data API of this deployment; exists from creation. */
  deploymentUrl: string
  creationStep: CreationStep
}

export type DeploymentsPagination = {
  /** Counted up to 10000. */
  total: number
  offset: number
  limit: number
}

export type DiffFormat = 'json' | 'markdown' | 'sarif'

export type EnvVariableItem = { name: string; value: string }

export type PageInfo = { hasNextPage: boolean; hasPreviousPage: boolean; startCursor?: string | null; endCursor?: string | null }

export type RemoteHostKey = {
  /** ssh-ed25519, ecdsa-sha2-nistp256, … */
  type: string
  /** SHA256:…, as ssh shows it. Compare it with what the host publishes. */
  fingerprint: string
}

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
  samlId?: string | null
  gitUser?: string | null
  activeRoleId?: number | null
  aliases?: UserAlias[] | null
  defaultRoles?: string[] | null
  isDeactivated?: boolean | null
  lastLogin?: string | null
  settings?: UserSettings | null
  tosAccepted?: Record<string, unknown> | null
  createdAt?: string | null
  updatedAt?: string | null
  impersonation?: UserImpersonation | null
}

export type UserAlias = { id: number; userId: number; username: string; source: UserAliasSource; createdAt: string; updatedAt: string }

export type UserAliasSource = 'ldap' | 'saml' | 'scim' | 'manual'

export type UserAttribute = {
  id: number
  name: string
  type: UserAttributeType
  displayName?: string | null
  description?: string | null
  defaultValue?: string | null
  /** Only trusted attributes reach the security context; one that users edit themselves is not. */
  trusted: boolean
}

export type UserAttributeType = 'string' | 'number' | 'boolean' | 'string_array' | 'number_array'

export type UserImpersonation = { expiresAt?: string | null; startedAt?: string | null; impersonatedUser?: User | null }

export type UserSettings = {
  alternatingRowColors?: boolean | null
  lastSeenChangelogId?: number | null
  locale?: string | null
  theme?: string | null
  timezone?: string | null
}
