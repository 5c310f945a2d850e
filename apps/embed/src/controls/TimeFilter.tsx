import { useMessages } from '../page-context.ts'
import { dayOf, takesValue } from './control-values.ts'
import type { ControlProps } from './control-props.ts'
import classes from './controls.module.css'
import { Typed } from './Typed.tsx'
import { useHalf } from './use-half.ts'

const single = new Set(['greater_than', 'greater_than_or_equal', 'less_than', 'less_than_or_equal', 'not_equals'])

/** A range of days, in the order in which they come; one day where the control compares with one. */
export const TimeFilter = ({ control, labelId, operator, values, isLocked, onChoose }: ControlProps) => {
  const { from, to } = useMessages()
  const [half, setHalf] = useHalf(values)
  const start = half.start ?? dayOf(values[0])
  const end = half.end ?? dayOf(values.length > 1 ? values[1] : values[0])
  if (operator !== null && (single.has(operator) || !takesValue(operator)))
    return (
      <Typed
        type="date"
        label={{ id: labelId }}
        value={dayOf(values[0])}
        isLocked={isLocked || !takesValue(operator)}
        onCommit={(text) => onChoose({ operator, value: text === '' ? null : text })}
      />
    )
  const choose = (first: string, last: string): void => {
    if (first === '' && last === '') onChoose({ value: null })
    else if (first === '' || last === '') return setHalf({ start: first, end: last })
    else onChoose({ operator: 'between', value: [first, last].toSorted() })
    setHalf({})
  }
  return (
    <div className={classes['pair']}>
      <Typed
        type="date"
        label={{ text: `${control.label}: ${from}` }}
        value={start}
        isLocked={isLocked}
        onCommit={(text) => choose(text, end)}
      />
      <Typed
        type="date"
        label={{ text: `${control.label}: ${to}` }}
        value={end}
        isLocked={isLocked}
        onCommit={(text) => choose(start, text)}
      />
    </div>
  )
}
