import type { ValueType, WidgetDataLine } from '@facet/contract'
import type { DashboardRow } from '#domains/content/dashboards'
import { type SetControls, type SetFilter, setControls } from './control-values.ts'
import { controlsIn } from './controls.ts'
import { timesOf } from './plan-widgets.ts'
import type { Value } from './values.ts'

type ControlsLine = Extract<WidgetDataLine, { type: 'controls' }>

const typeOfValues = (values: readonly Value[]): ValueType | null => {
  const [first] = values
  return first === undefined || typeof first === 'string' ? null : (typeof first as 'number' | 'boolean')
}

const valueTypeOf = ({ control, values }: SetFilter, times: ReadonlySet<string>): ValueType | null =>
  control.valueType ?? (times.has(control.member) ? 'time' : typeOfValues(values ?? []))

/** What holds of the controls that the viewer sees. Of those that are hidden nothing is told. */
export const controlsLine = ({ filters, grains }: SetControls, times: ReadonlySet<string>): ControlsLine => ({
  type: 'controls',
  controls: [
    ...filters.map((filter) => ({
      ...filter,
      kind: 'filter' as const,
      value: filter.values as unknown,
      valueType: valueTypeOf(filter, times),
    })),
    ...grains.map(({ control, grain }) => ({ control, kind: 'grain' as const, operator: null, value: grain as unknown, valueType: null })),
  ].flatMap(({ control, kind, operator, value, valueType }) =>
    control.visibility === 'hidden'
      ? []
      : [{ widgetId: control.widgetId, kind, member: control.member, operator, value, visibility: control.visibility, valueType }],
  ),
})

/** What holds of the controls while nothing was sent, so that a page draws each by its type and default before the first rows. */
export const controlsAtStart = (
  { config, snapshots }: Pick<DashboardRow, 'config' | 'snapshots'>,
  attributes: Record<string, unknown>,
): ControlsLine['controls'] => {
  const times = timesOf(snapshots)
  return controlsLine(setControls(controlsIn(config), {}, attributes, times), times).controls
}
