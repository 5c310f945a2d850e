import type { Caller, Level } from './people.ts'
import type { Dashboard, Grantee, Item } from './state.ts'
import type { Start, Step } from './steps.ts'

/** A sequence written by hand: its numbers are those of items. */
export type Directed = { name: string; start: Start; steps: Step[] }

/** An item of ann's at the root of the console, unless told otherwise. */
export const item = (kind: Item['kind'], fields: Partial<Start['items'][number]> = {}): Start['items'][number] => ({
  kind,
  place: 'console',
  parent: null,
  owner: 'ann',
  name: kind,
  position: 0,
  slug: null,
  publicId: null,
  grants: [],
  draft: null,
  dashboard: null,
  ...fields,
})

export const startWith = (...items: Start['items']): Start => ({ items, members: [] })

export const granted = (grantee: Grantee, level: Exclude<Level, 0>) => ({ grants: [{ grantee, level }] })

export const shown = (fields: Partial<Dashboard> = {}): { dashboard: Dashboard } => ({
  dashboard: { allowEmbed: false, version: 1, reports: [], grantees: [], ...fields },
})

export const read = (by: Caller, id: number): Step => ({ kind: 'read', by, item: id })
export const dashboard = (by: Caller, id: number): Step => ({ kind: 'dashboard', by, item: id })
export const move = (by: Caller, id: number, to: number | null): Step => ({ kind: 'move', by, item: id, to })
export const remove = (by: Caller, id: number): Step => ({ kind: 'delete', by, item: id })
export const reports = (by: Caller, search: string | null = null, folder: number | null | undefined = undefined): Step => ({
  kind: 'reports',
  by,
  folder,
  isInWorkbook: false,
  search,
  isDescending: false,
  first: 2,
})
export const feed = (by: Caller, fields: Partial<Extract<Step, { kind: 'feed' }>> = {}): Step => ({
  kind: 'feed',
  by,
  isShared: false,
  folder: null,
  types: [],
  search: null,
  isDescending: false,
  first: 2,
  ...fields,
})
