import { readControl, type Visibility } from '@facet/dashboard-spec'
import type { Filters, FilterValue } from '@facet/embed/page'
import type { Widget } from '../widgets/types.ts'

/** What a control was set to. `null`: to nothing, in place of its default. */
export type Chosen = { operator?: string; value: FilterValue }

export type Control = {
  widgetId: string
  kind: 'filter' | 'grain'
  /** `orders.status` */
  member: string
  label: string
  visibility: Visibility
  /** Of its author. */
  operator: string | null
  isMultiple: boolean | undefined
  grains: readonly string[]
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** `orders.created_at` is read as `Created at`. */
const labelOf = (member: string): string => {
  const words = member.replace(/.*\./, '').replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const controlOf = (widget: Widget): Control | undefined => {
  const read = readControl(widget)
  if (!read) return undefined
  const { member: name, ...own } = read
  const member = name ?? ''
  const settings = widget.config ?? {}
  return {
    ...own,
    member,
    label: textOf(settings['label']) || labelOf(member),
    operator: textOf(settings['operator']) || null,
    isMultiple: typeof settings['isMultiple'] === 'boolean' ? settings['isMultiple'] : undefined,
  }
}

export const controlsOf = (widgets: readonly Widget[]): Control[] => widgets.flatMap((widget) => controlOf(widget) ?? [])

/** Of values of JSON. */
const isScalar = (value: unknown): value is string | number | boolean | null => value === null || typeof value !== 'object'
const isFilterValue = (value: unknown): value is FilterValue => isScalar(value) || (Array.isArray(value) && value.every(isScalar))

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** One filter of an address, `f_orders.status` and `{"value":"shipped"}`. What is not of this form is nothing. */
export const readFilter = (name: string, text: string): Filters | undefined => {
  const member = /^f_([^.]+\.[^.]+)$/.exec(name)?.[1]
  const said = parse(text)
  if (member === undefined || typeof said !== 'object' || said === null || !('value' in said) || !isFilterValue(said.value))
    return undefined
  const operator = 'type' in said ? said.type : undefined
  return { [member]: { value: said.value, ...(typeof operator === 'string' ? { type: operator } : {}) } }
}

export const filtersIn = (parameters: URLSearchParams): Filters =>
  Object.assign({}, ...[...parameters].map(([name, text]) => readFilter(name, text) ?? {})) as Filters

/** What filters by member mean for the controls that a viewer may change. Where no such control is, there is no filter. */
export const chosenBy = (filters: Filters, controls: readonly Control[]): Record<string, Chosen> =>
  Object.fromEntries(
    controls.flatMap(({ widgetId, kind, member, visibility }) => {
      const filter = kind === 'filter' && visibility === 'visible' && Object.hasOwn(filters, member) ? filters[member] : undefined
      return filter ? [[widgetId, { value: filter.value, ...(filter.type === undefined ? {} : { operator: filter.type }) }]] : []
    }),
  )

export type SentFilter = { widgetId: string; operator?: string; value?: FilterValue }
export type SentControls = { filters: SentFilter[]; timeGrains: { widgetId: string; grain: string }[] }

/** The service takes values only: that there is none, as the service lists it among those to choose from, is not one. */
const sentValue = (value: FilterValue): FilterValue => (Array.isArray(value) ? value.filter((each) => each !== null) : value)

/** What was chosen, as the service takes it: of controls that may be changed, and nothing of others. */
export const sentControls = (controls: readonly Control[], chosen: Readonly<Record<string, Chosen>>): SentControls => {
  const open = controls.flatMap(({ widgetId, kind, visibility }) => {
    const choice = visibility === 'visible' ? chosen[widgetId] : undefined
    return choice ? [{ widgetId, kind, choice }] : []
  })
  return {
    filters: open.flatMap(({ widgetId, kind, choice }) =>
      kind === 'filter' ? [{ widgetId, ...choice, value: sentValue(choice.value) }] : [],
    ),
    timeGrains: open.flatMap(({ widgetId, kind, choice }) =>
      kind === 'grain' && typeof choice.value === 'string' ? [{ widgetId, grain: choice.value }] : [],
    ),
  }
}

export const isEmptyValue = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
