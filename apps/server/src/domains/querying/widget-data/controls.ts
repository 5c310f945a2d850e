import { type DashboardConfig, type FilterOperator, filterOperators, type ValueType } from '@facet/contract'
import { memberIn } from '#domains/content/members'
import { isObject, textIn, textsIn } from './values.ts'

type Visibility = 'visible' | 'hidden' | 'disabled'

type Control = { widgetId: string; member: string; visibility: Visibility }

export type FilterControl = Control & {
  kind: 'filter'
  operator: FilterOperator
  /** Whether its author named another, which there is not. */
  isOfUnknownOperator: boolean
  defaultValue: unknown
  /** The user attribute whose value is the default. */
  attribute: string | null
  isMultiple: boolean
  isFaceted: boolean
  valueType: ValueType | null
  /** What other controls mean where its values are listed, by their widgets. */
  controls: Record<string, unknown>
}

export type GrainControl = Control & { kind: 'grain'; grains: string[]; defaultGrain: string | null }

/** A filter that is locked and says only in part what it filters: where it applies is not known. */
export type NamelessLock = { widgetId: string; visibility: Visibility }

export type Controls = { filters: FilterControl[]; grains: GrainControl[]; nameless: NamelessLock[] }

const standardGrains = ['day', 'week', 'month', 'quarter', 'year']
const valueTypes: readonly ValueType[] = ['string', 'number', 'boolean', 'time']

/** `member`, or `view` and `dimension`; null where that names none. */
const memberOf = ({ member, view, dimension }: Record<string, unknown>): string | null => {
  const said = textIn(member) ?? (textIn(view) && textIn(dimension) ? `${String(view)}.${String(dimension)}` : null)
  return said === null ? null : memberIn(said)
}

const isSaid = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** A word that is none of these was meant to lock: what it stands for is not opened by mistake. */
const visibilityOf = (value: unknown): Visibility => {
  if (!isSaid(value) || value === 'visible') return 'visible'
  return value === 'hidden' ? 'hidden' : 'disabled'
}

const namesPart = ({ member, view, dimension }: Record<string, unknown>): boolean => [member, view, dimension].some(isSaid)

const operatorIn = (said: unknown): FilterOperator | undefined => filterOperators.find((operator) => operator === said)

const filterOf = (control: Control, config: Record<string, unknown>): FilterControl => ({
  ...control,
  kind: 'filter',
  operator: operatorIn(config['operator']) ?? 'equals',
  isOfUnknownOperator: isSaid(config['operator']) && operatorIn(config['operator']) === undefined,
  defaultValue: config['defaultValue'],
  attribute: textIn(config['defaultAttribute']),
  isMultiple: config['isMultiple'] !== false,
  isFaceted: config['isFaceted'] === true,
  valueType: valueTypes.find((type) => type === config['valueType']) ?? null,
  controls: isObject(config['controls']) ? config['controls'] : {},
})

const grainOf = (control: Control, config: Record<string, unknown>): GrainControl => {
  const named = textsIn(config['grains'])
  return { ...control, kind: 'grain', grains: named.length > 0 ? named : standardGrains, defaultGrain: textIn(config['defaultGrain']) }
}

/** What a dashboard is controlled with. A config is kept as it was sent, so what names no member is no control. */
export const controlsIn = ({ widgets }: Pick<DashboardConfig, 'widgets'>): Controls => {
  const controls: Controls = { filters: [], grains: [], nameless: [] }
  for (const { id: widgetId, type, config } of widgets ?? []) {
    if ((type !== 'FILTER' && type !== 'TIME_GRAIN') || !isObject(config)) continue
    const member = memberOf(config)
    const visibility = visibilityOf(config['visibility'])
    if (member === null) {
      if (type === 'FILTER' && visibility !== 'visible' && namesPart(config)) controls.nameless.push({ widgetId, visibility })
      continue
    }
    const control = { widgetId, member, visibility }
    if (type === 'FILTER') controls.filters.push(filterOf(control, config))
    else controls.grains.push(grainOf(control, config))
  }
  return controls
}
