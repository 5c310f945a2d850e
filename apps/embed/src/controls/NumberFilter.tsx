import { useMessages } from '../page-context.ts'
import { isRange, numberOf, takesValue } from './control-values.ts'
import type { ControlProps } from './control-props.ts'
import classes from './controls.module.css'
import { Typed } from './Typed.tsx'

export const NumberFilter = ({ control, labelId, operator, values, isLocked, onChoose }: ControlProps) => {
  const { from, to } = useMessages()
  const [low, high] = values.map((value) => String(value ?? ''))
  if (!isRange(operator))
    return (
      <Typed
        type="number"
        label={{ id: labelId }}
        value={low ?? ''}
        isLocked={isLocked || !takesValue(operator)}
        onCommit={(text) => onChoose({ value: numberOf(text) })}
      />
    )
  const choose = (start: string, end: string): void => {
    const ends = [numberOf(start), numberOf(end)]
    onChoose(ends.every((each) => each === null) ? { value: null } : { operator: 'between', value: ends })
  }
  return (
    <div className={classes['pair']}>
      <Typed
        type="number"
        label={{ text: `${control.label}: ${from}` }}
        value={low ?? ''}
        isLocked={isLocked}
        onCommit={(text) => choose(text, high ?? '')}
      />
      <Typed
        type="number"
        label={{ text: `${control.label}: ${to}` }}
        value={high ?? ''}
        isLocked={isLocked}
        onCommit={(text) => choose(low ?? '', text)}
      />
    </div>
  )
}
