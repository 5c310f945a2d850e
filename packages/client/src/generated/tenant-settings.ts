// Generated from packages/contract by pnpm generate. Do not edit.

export type TenantSettings = {
  /** Kept for clients of the reference: entries are always written and always readable here. */
  auditLogEnabled: boolean
  auditLogEnabledCurrent: boolean
  /** Milliseconds since 1970 of the last change of `auditLogEnabled`; 0 = never changed. */
  auditLogEnabledTimestamp: number
  hasSupportAccess: boolean
  useAIBIUserInterface: boolean
  maintenanceWindowEnabled: boolean
  maintenanceWindowDay: string
  maintenanceWindowTime: string
  oidcEnabled: boolean
  embeddingEnabled: boolean
  useCreatorMode: boolean
  /** Origins that may frame an embed and call the exchange from a browser: scheme, host and port, nothing more. */
  embedOrigins: string[]
  /** External users of this tenant; those that exist are never blocked. */
  externalUserLimit: number
  /** Whether a second use of a session id also ends the token of the first. */
  revokeOnSecondUse: boolean
}

export type TenantSettingsInput = {
  /** Audit entries are always written. Stored. Has no effect in this version. */
  auditLogEnabled?: boolean | null | undefined
  /** Stored. Has no effect in this version. */
  hasSupportAccess?: boolean | null | undefined
  /** Stored. Has no effect in this version. */
  useAIBIUserInterface?: boolean | null | undefined
  /** Stored. Has no effect in this version. */
  maintenanceWindowEnabled?: boolean | null | undefined
  /** Stored. Has no effect in this version. */
  maintenanceWindowDay?: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday') | null | undefined
  /** UTC, 24 hours: 03:30. Stored. Has no effect in this version. */
  maintenanceWindowTime?: string | null | undefined
  /** Stored. Has no effect in this version. */
  oidcEnabled?: boolean | null | undefined
  embeddingEnabled?: boolean | null | undefined
  useCreatorMode?: boolean | null | undefined
  /** Origins that may frame an embed and call the exchange from a browser: scheme, host and port, nothing more. */
  embedOrigins?: string[] | null | undefined
  /** External users of this tenant; those that exist are never blocked. */
  externalUserLimit?: number | null | undefined
  revokeOnSecondUse?: boolean | null | undefined
}

export type UpdateTenantSettingsCall = { body: TenantSettingsInput }
