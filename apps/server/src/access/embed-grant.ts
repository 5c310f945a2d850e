import type { AttributeType } from '@facet/contract'

/** Who the user of a frame is to a query, as frozen when the session was exchanged. */
export type EmbedIdentity = {
  username: string
  email: string | null
  displayName: string | null
  picture: string | null
  embedTenantName: string | null
  groups: string[]
  attributes: { name: string; type: AttributeType; value: unknown; default: string | null }[]
}

/** The grant of an embed token. */
export type EmbedGrant = {
  id: number
  bucket: number
  deploymentId: number
  userId: number
  isInternal: boolean
  embedTenantId: number
  isCreatorMode: boolean
  identity: EmbedIdentity
  document: Record<string, unknown>
}
