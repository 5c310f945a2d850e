import { type Identity, levelOf, sees, workingAs } from './levels.ts'
import { type Caller, isUser, type Kind, type Level, roles, users } from './people.ts'
import type { Item, State } from './state.ts'
import type { Json, Step, StepOf } from './steps.ts'

/** What the model does for each kind of step. Returns the response without its code. */
export type Handlers<Kinds extends Step['kind']> = {
  [Name in Kinds]: (state: State, step: StepOf<Name>) => { [name: string]: Json }
}

/** Thrown by the model where the service must refuse. */
export class Refusal extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

export const refuse = (code: string): never => {
  throw new Refusal(code)
}

/** The level that an operation requires of the caller's role, for one kind of item. */
type RoleNeeds = { kind: Kind; level: Exclude<Level, 0> } | null

/** The identity of a caller who may call the operation at all. */
export const requireIdentity = (state: State, caller: Caller, needs: RoleNeeds): Identity => {
  if (caller === 'foreigner') return refuse('deployment_not_found')
  if (caller === 'ann elsewhere') return refuse('outside_key_scope')
  const identity = workingAs(state, caller)
  if (!identity || (needs && isUser(caller) && roles[users[caller]].caps[needs.kind] < needs.level)) return refuse('forbidden')
  return identity
}

const notFound = { folder: 'folder_not_found', workbook: 'workbook_not_found', report: 'report_not_found' } as const

/** Invisible items are reported as missing. Visible items without the required level are refused. */
export const requireItem = (state: State, identity: Identity, id: number, kind: Kind, level: Exclude<Level, 0>): Item => {
  const item = state.items.get(id)
  const held = item?.kind === kind ? levelOf(state, identity, item) : 0
  if (!item || held === 0) return refuse(notFound[kind])
  return held < level ? refuse('item_access_denied') : item
}

/** The root, or a folder that the caller sees, be it only on the path to an item. */
export const requireVisibleFolder = (state: State, identity: Identity, id: number | null): number | null => {
  if (id === null) return null
  const folder = state.items.get(id)
  return folder?.kind === 'folder' && sees(state, identity, folder) ? id : refuse('folder_not_found')
}

/** The parent of a new or moved item: the root, or a folder that the caller may edit. */
export const requirePlace = (state: State, identity: Identity, id: number | null): number | null =>
  id === null ? null : requireItem(state, identity, id, 'folder', 2).id
