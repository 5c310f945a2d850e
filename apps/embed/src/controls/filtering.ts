import { widgetsOf } from '../session/data-widgets.ts'
import type { PageState } from '../store/page-state.ts'
import { type Control, controlsOf, isEmptyValue } from './control-rules.ts'
import { takesValue } from './control-values.ts'

/** What the filters that a viewer may change do. `kept`: they narrow by an operator of the author that has no value to take away. */
export type Filtering = 'none' | 'kept' | 'clearable'

type Holding = Pick<PageState, 'chosen' | 'toldControls'>

export const filteringOf = ({ widgetId, kind, visibility, operator: usual }: Control, { chosen, toldControls }: Holding): Filtering => {
  if (kind !== 'filter' || visibility !== 'visible') return 'none'
  const [choice, told] = [chosen[widgetId], toldControls?.[widgetId]]
  const operator = choice?.operator ?? told?.operator ?? null
  if (takesValue(operator) && isEmptyValue((choice ?? told)?.value)) return 'none'
  return takesValue(usual) ? 'clearable' : 'kept'
}

/** The same of all of them. */
export const filteringIn = ({ shown, ...holding }: Holding & Pick<PageState, 'shown'>): Filtering => {
  const found = new Set(controlsOf(shown ? widgetsOf(shown) : []).map((control) => filteringOf(control, holding)))
  if (found.has('clearable')) return 'clearable'
  return found.has('kept') ? 'kept' : 'none'
}
