/**
 * What a call acts on, as deployments × embed tenants of the tenant: `all` of a kind, a named one, `some` that a list is about to
 * show, or `none` for users outside every embed tenant. Written beside a call, or worked out from the
 * second table of rights; taken from nothing of the contract.
 */
export type Touches = {
  deployment: number | 'all' | 'some'
  /** Names have five letters at least, so none of them is one of these words. */
  embedTenant: string
  /** Sessions are of one deployment and one embed tenant; no grant of the rest of the tenant opens others. */
  isSession?: true
  /** Named by an id that says nothing of its embed tenant: whoever may not see it does not find it. */
  isById?: true
}

/** Only the caller's own. */
export const nothing = null
export const wholeTenant: Touches = { deployment: 'all', embedTenant: 'all' }
