import type { Action, CredentialKind, DefaultRole, OperationId, Preset, Reach } from '../src/index.ts'

/** Who may call an operation. `role`: the weakest of the default roles that may; null = any caller with a valid credential. */
export type WhoMay = {
  action: Action | null
  role: DefaultRole | null
  reach: Reach
  credentials: readonly CredentialKind[]
  presets: readonly Preset[]
}

export const key = (action: Action, role: DefaultRole, reach: Reach, ...presets: Preset[]): WhoMay => ({
  action,
  role,
  reach,
  credentials: ['api_key'],
  presets,
})
export const anyKey = (reach: Reach, ...presets: Preset[]): WhoMay => ({
  action: null,
  role: null,
  reach,
  credentials: ['api_key'],
  presets,
})
export const orEmbedToken = (who: WhoMay): WhoMay => ({ ...who, credentials: [...who.credentials, 'embed'] })
export const embedToken: WhoMay = { action: null, role: null, reach: 'caller', credentials: ['embed'], presets: [] }
/** What is sent is itself the credential, or the answer is for everyone. */
export const open = (reach: Reach, ...presets: Preset[]): WhoMay => ({ action: null, role: null, reach, credentials: [], presets })

/** The rows of one area. */
export type WhoMayRows = Partial<Record<OperationId, WhoMay>>
