import { type DashboardConfig, type FilterOperator, filterOperators, type ValueType } from '@facet/contract'
import { hasMemberText, readControl, type Visibility } from '@facet/dashboard-spec'
import { isObject, textIn } from './values.ts'

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

export type GrainControl = Control & { kind: 'grain'; grains: readonly string[]; defaultGrain: string | null }

/** A filter that is locked and says only in part what it filters: where it applies is not known. */
export type NamelessLock = { widgetId: string; visibility: Visibility }

export type Controls = { filters: FilterControl[]; grains: GrainControl[]; nameless: NamelessLock[] }

const valueTypes: readonly ValueType[] = ['string', 'number', 'boolean', 'time']

const isSaid = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

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

/** The controls of a dashboard. A widget whose configuration names no member is not a control. */
export const controlsIn = ({ widgets }: Pick<DashboardConfig, 'widgets'>): Controls => {
  const controls: Controls = { filters: [], grains: [], nameless: [] }
  for (const widget of widgets ?? []) {
    const { config } = widget
    const read = readControl(widget)
    if (!read || !isObject(config)) continue
    const { widgetId, kind, member, visibility, grains } = read
    if (member === null) {
      if (kind === 'filter' && visibility !== 'visible' && hasMemberText(widget)) controls.nameless.push({ widgetId, visibility })
      continue
    }
    const control = { widgetId, member, visibility }
    if (kind === 'filter') controls.filters.push(filterOf(control, config))
    else controls.grains.push({ ...control, kind, grains, defaultGrain: textIn(config['defaultGrain']) })
  }
  return controls
}
