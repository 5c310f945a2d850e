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
}

export type GrainControl = Control & { kind: 'grain'; grains: string[]; defaultGrain: string | null }

export type Controls = { filters: FilterControl[]; grains: GrainControl[] }

const standardGrains = ['day', 'week', 'month', 'quarter', 'year']
const valueTypes: readonly ValueType[] = ['string', 'number', 'boolean', 'time']

/** `member`, or `view` and `dimension`; null where that names none. */
const memberOf = ({ member, view, dimension }: Record<string, unknown>): string | null => {
  const said = textIn(member) ?? (textIn(view) && textIn(dimension) ? `${String(view)}.${String(dimension)}` : null)
  return said === null ? null : memberIn(said)
}

const visibilityOf = (value: unknown): Visibility => (value === 'hidden' || value === 'disabled' ? value : 'visible')

const operatorIn = (said: unknown): FilterOperator | undefined => filterOperators.find((operator) => operator === said)

const filterOf = (control: Control, config: Record<string, unknown>): FilterControl => ({
  ...control,
  kind: 'filter',
  operator: operatorIn(config['operator']) ?? 'equals',
  isOfUnknownOperator: textIn(config['operator']) !== null && operatorIn(config['operator']) === undefined,
  defaultValue: config['defaultValue'],
  attribute: textIn(config['defaultAttribute']),
  isMultiple: config['isMultiple'] !== false,
  isFaceted: config['isFaceted'] === true,
  valueType: valueTypes.find((type) => type === config['valueType']) ?? null,
})

const grainOf = (control: Control, config: Record<string, unknown>): GrainControl => {
  const named = textsIn(config['grains'])
  return { ...control, kind: 'grain', grains: named.length > 0 ? named : standardGrains, defaultGrain: textIn(config['defaultGrain']) }
}

/** What a dashboard is controlled with. A config is kept as it was sent, so what names no member is no control. */
export const controlsIn = ({ widgets }: Pick<DashboardConfig, 'widgets'>): Controls => {
  const controls: Controls = { filters: [], grains: [] }
  for (const { id: widgetId, type, config } of widgets ?? []) {
    if ((type !== 'FILTER' && type !== 'TIME_GRAIN') || !isObject(config)) continue
    const member = memberOf(config)
    if (member === null) continue
    const control = { widgetId, member, visibility: visibilityOf(config['visibility']) }
    if (type === 'FILTER') controls.filters.push(filterOf(control, config))
    else controls.grains.push(grainOf(control, config))
  }
  return controls
}
