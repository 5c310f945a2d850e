import { levelOf, sees, type Who, workingAs } from './levels.ts'
import { type Caller, isUser, type Kind, type Level, roles, users } from './people.ts'
import type { Item, State } from './state.ts'

/** Thrown by the model where the service refuses. */
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

/** What an operation asks of a role: to do so much with items of a kind. */
export type Needs = { kind: Kind; level: Exclude<Level, 0> } | null

/** The workspace of whoever may call an operation of a deployment at all. */
export const requireWho = (state: State, caller: Caller, needs: Needs): Who => {
  const { rules } = state
  if (caller === 'foreigner' && rules.tenantsAreApart) return refuse('deployment_not_found')
  if (caller === 'ann elsewhere' && rules.keysKeepToTheirScope) return refuse('outside_key_scope')
  const who = workingAs(state, caller === 'ann elsewhere' ? 'ann' : caller)
  if (!who) return refuse('forbidden')
  if (needs && isUser(caller) && rules.rolesRefuseOperations && roles[users[caller]].caps[needs.kind] < needs.level)
    return refuse('forbidden')
  return who
}

const notFound = { folder: 'folder_not_found', workbook: 'workbook_not_found', report: 'report_not_found' } as const

/** What cannot be seen is not found; what can be seen and not done is refused. */
export const requireItem = (state: State, who: Who, item: Item | undefined, kind: Kind, level: Exclude<Level, 0>): Item => {
  if (item?.kind !== kind) return refuse(notFound[kind])
  const has = levelOf(state, who, item)
  if (has === 0) return refuse(state.rules.whatIsUnseenIsNotFound ? notFound[kind] : 'item_access_denied')
  return has < level ? refuse('item_access_denied') : item
}

/** A folder that can be seen, be it on the way to something. */
export const requireFolder = (state: State, who: Who, item: Item | undefined): Item =>
  item?.kind === 'folder' && sees(state, who, item) ? item : refuse('folder_not_found')

/** Where something is to lie: the root, or a folder that may be edited. */
export const requirePlace = (state: State, who: Who, folder: Item | undefined | null): Item | null =>
  folder === null ? null : requireItem(state, who, folder, 'folder', state.rules.placesNeedEdit ? 2 : 1)
