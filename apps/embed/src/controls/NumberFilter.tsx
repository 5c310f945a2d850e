import { useMessages } from '../page-context.ts'
import { isRange, numberOf, takesValue } from './control-values.ts'
import type { ControlProps } from './control-props.ts'
import classes from './controls.module.css'
import { Typed } from './Typed.tsx'
import { useHalf } from './use-half.ts'

/** A number, or a range of them in the order in which they come. */
export const NumberFilter = ({ control, labelId, operator, values, isLocked, onChoose }: ControlProps) => {
  const { from, to } = useMessages()
  const [half, setHalf] = useHalf(values)
  const [low = '', high = ''] = values.map((value) => String(value ?? ''))
  const { start = low, end = high } = half
  if (!isRange(operator))
    return (
      <Typed
        type="number"
        label={{ id: labelId }}
        value={low}
        isLocked={isLocked || !takesValue(operator)}
        onCommit={(text) => onChoose({ value: numberOf(text) })}
      />
    )
  const choose = (first: string, last: string): void => {
    const ends = [numberOf(first), numberOf(last)].filter((each) => each !== null)
    if (ends.length === 1) return setHalf({ start: first, end: last })
    onChoose(ends.length === 0 ? { value: null } : { operator: 'between', value: ends.toSorted((one, other) => one - other) })
    setHalf({})
  }
  return (
    <div className={classes['pair']}>
      <Typed
        type="number"
        label={{ text: `${control.label}: ${from}` }}
        value={start}
        isLocked={isLocked}
        onCommit={(text) => choose(text, end)}
      />
      <Typed
        type="number"
        label={{ text: `${control.label}: ${to}` }}
        value={end}
        isLocked={isLocked}
        onCommit={(text) => choose(start, text)}
      />
    </div>
  )
}
