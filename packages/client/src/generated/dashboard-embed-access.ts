// Generated from packages/contract by pnpm generate. Do not edit.

export type EmbedAccessAction = 'read' | 'none'

export type EmbedAccessAllEmbedUsers = {
  enabled: boolean
  action: EmbedAccessAction
  /**
   * Id of the group of the platform, as policies name it: that of the embed tenant, or, of all embed users, that of the
   * tenant.
   */
  groupId?: number | null
}

export type EmbedAccessResponse = {
  /** False also while nothing is published. */
  allowEmbed: boolean
  allEmbedUsers: EmbedAccessAllEmbedUsers
  /** Those that the workbook itself is shared with, by name. */
  tenants: EmbedAccessTenantEntry[]
}

export type EmbedAccessTenantEntry = {
  embedTenantName: string
  /**
   * Id of the group of the platform, as policies name it: that of the embed tenant, or, of all embed users, that of the
   * tenant.
   */
  groupId: number
  action: EmbedAccessAction
}

export type UpdateEmbedAccessInput = {
  embedTenantName?: string | null | undefined
  allEmbedUsers?: boolean | null | undefined
  action?: EmbedAccessAction | null | undefined
  allowEmbed?: boolean | null | undefined
}

export type GetEmbedAccessCall = { params: { deploymentId: number; workbookId: number } }

export type UpdateEmbedAccessCall = { params: { deploymentId: number; workbookId: number }; body: UpdateEmbedAccessInput }
