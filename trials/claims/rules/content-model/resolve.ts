import type { Caller, Kind } from './people.ts'
import { childrenOf, type State } from './state.ts'
import type { Charts, Step, StepTemplate } from './steps.ts'

/** Numbers below refer to an item of the kind that the step expects, others to any item. */
const anyKind = 90

/** Chooses among all items, deleted ones included. */
const idOf = ({ kinds }: State, pick: number, kind?: Kind): number => {
  const fitting = kind === undefined || pick >= anyKind ? [] : kinds.flatMap((one, id) => (one === kind ? [id] : []))
  return fitting[pick % fitting.length] ?? pick % kinds.length
}

const aboutWorkbooks = new Set<Step['kind']>([
  ...(['grant dashboard', 'publish', 'embed access', 'allow embed', 'duplicate', 'dashboard', 'embed access of'] as const),
])

const chartsOf = (state: State, workbook: number, charts: Charts): Charts => {
  if (charts === 'draft' || Array.isArray(charts)) return charts
  const own = childrenOf(state, workbook).map(({ id }) => id)
  if (charts === 'own') return own
  const foreign = [...state.items.values()].find(({ id, kind }) => kind === 'report' && !own.includes(id))
  return [foreign ? foreign.id : -1]
}

/** The owner of the item of a step, or of the parent of a new item. */
const ownerOf = ({ items }: State, step: Step): Caller => {
  const id = [...('item' in step ? [step.item] : []), ...('items' in step ? step.items : []), ...('parent' in step ? [step.parent] : [])][0]
  const owner = id == null ? undefined : items.get(id)?.owner
  return owner && owner !== 'gone' ? owner : 'ann'
}

/** Replaces the numbers of a template by ids of items, and `owner` by a caller. */
export const resolve = (state: State, template: StepTemplate): Step => {
  const step = template as Step
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
  if ('by' in template && template.by === 'owner' && 'by' in resolved) resolved.by = ownerOf(state, resolved)
  return resolved
}
