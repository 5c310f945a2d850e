import type { Caller, Kind } from './people.ts'
import { childrenOf, type State } from './state.ts'
import type { Asked, Charts, Step } from './steps.ts'

/** Most numbers mean an item of the kind that the step is for; some do not, to be refused. */
const anyKind = 90

/** Among all that there ever were: what is gone is asked for, too. */
const idOf = ({ kinds }: State, pick: number, kind?: Kind): number => {
  const fitting = kind === undefined || pick >= anyKind ? [] : kinds.flatMap((one, id) => (one === kind ? [id] : []))
  return fitting[pick % fitting.length] ?? pick % kinds.length
}

const aboutWorkbooks = new Set<Step['kind']>([
  'grant dashboard',
  'publish',
  'embed access',
  'allow embed',
  'duplicate',
  'dashboard',
  'embed access of',
])

const chartsOf = (state: State, workbook: number, charts: Charts): Charts => {
  if (charts === 'draft' || Array.isArray(charts)) return charts
  const own = childrenOf(state, workbook).map(({ id }) => id)
  if (charts === 'own') return own
  const foreign = [...state.items.values()].find(({ id, kind }) => kind === 'report' && !own.includes(id))
  return [foreign ? foreign.id : -1]
}

/** Whose the item is that a step is about, or the place of what it makes. */
const ownerOf = ({ items }: State, step: Step): Caller => {
  const id = [...('item' in step ? [step.item] : []), ...('items' in step ? step.items : []), ...('parent' in step ? [step.parent] : [])][0]
  const owner = id == null ? undefined : items.get(id)?.owner
  return owner && owner !== 'gone' ? owner : 'ann'
}

/** A step as it is when its turn comes: the numbers in it are those of items. */
export const resolve = (state: State, asked: Asked): Step => {
  const step = asked as Step
  const place = 'isInWorkbook' in step && step.isInWorkbook ? 'workbook' : 'folder'
  const at = (pick: number | null | undefined): number | null | undefined => (pick == null ? pick : idOf(state, pick, place))
  const resolved: Step = { ...step }
  if ('item' in resolved) resolved.item = idOf(state, resolved.item, aboutWorkbooks.has(step.kind) ? 'workbook' : undefined)
  if ('items' in resolved) resolved.items = resolved.items.map((pick) => idOf(state, pick))
  if ('to' in resolved && resolved.kind !== 'transfer') resolved.to = at(resolved.to) ?? null
  if (resolved.kind === 'workbooks' || resolved.kind === 'reports') resolved.folder = at(resolved.folder)
  if (resolved.kind === 'feed') resolved.folder = at(resolved.folder) ?? null
  if (resolved.kind === 'upsert workbook' || resolved.kind === 'upsert report') resolved.parent = at(resolved.parent)
  else if ('parent' in resolved) resolved.parent = at(resolved.parent) ?? null
  if (resolved.kind === 'publish') resolved.charts = chartsOf(state, resolved.item, resolved.charts)
  if ('by' in asked && asked.by === 'owner' && 'by' in resolved) resolved.by = ownerOf(state, resolved)
  return resolved
}
