import { useId, useRef } from 'react'
import { useMessages, usePage, usePageState } from '../page-context.ts'
import type { Widget } from '../widgets/types.ts'
import { BooleanFilter } from './BooleanFilter.tsx'
import { ChoiceFilter } from './ChoiceFilter.tsx'
import { type Chosen, controlOf } from './control-rules.ts'
import classes from './controls.module.css'
import { filteringOf } from './filtering.ts'
import { GrainSelect } from './GrainSelect.tsx'
import { NumberFilter } from './NumberFilter.tsx'
import { TimeFilter } from './TimeFilter.tsx'
import { takesValue, valuesOf } from './control-values.ts'

const kinds = { string: ChoiceFilter, number: NumberFilter, boolean: BooleanFilter, time: TimeFilter } as const

/** A control of the dashboard: what was chosen here, else what the service says holds. */
export const ControlWidget = ({ widget }: { widget: Widget }) => {
  const page = usePage()
  const { locked, clear } = useMessages()
  const labelId = useId()
  const control = controlOf(widget)
  const isClearable = usePageState((state) => control !== undefined && filteringOf(control, state) === 'clearable')
  const field = useRef<HTMLDivElement>(null)
  const told = usePageState(({ toldControls }) => toldControls?.[widget.id])
  const chosen = usePageState((state) => state.chosen[widget.id])
  if (!control) return null
  const isLocked = control.visibility === 'disabled' || told?.visibility === 'disabled'
  const Kind = control.kind === 'grain' ? GrainSelect : kinds[told?.valueType ?? 'string']
  const values = valuesOf(chosen && !isLocked ? chosen.value : told?.value)
  // What the host compares with stays when a viewer changes the value; one that is about no value goes with it.
  const choose = (next: Chosen): void => {
    const kept = chosen?.operator !== undefined && takesValue(chosen.operator) ? { operator: chosen.operator } : {}
    page.choose(widget.id, { ...kept, ...next })
  }
  const clearValues = (): void => {
    // The button goes away with what it clears.
    field.current?.querySelector<HTMLElement>('summary, input, select')?.focus()
    choose({ value: null })
  }
  return (
    <div ref={field} className={classes['field']} role="group" aria-labelledby={labelId}>
      <div className={classes['line']}>
        <span id={labelId} className={classes['label']}>
          {control.label}
          {isLocked && ` (${locked})`}
        </span>
        {!isLocked && isClearable && (
          <button type="button" className={classes['plain']} onClick={clearValues}>
            {clear}
          </button>
        )}
      </div>
      <Kind
        control={control}
        labelId={labelId}
        operator={chosen?.operator ?? told?.operator ?? null}
        values={values}
        isLocked={isLocked}
        onChoose={choose}
      />
    </div>
  )
}
