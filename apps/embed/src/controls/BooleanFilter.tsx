import { useMessages } from '../page-context.ts'
import type { ControlProps } from './control-props.ts'
import classes from './controls.module.css'

export const BooleanFilter = ({ labelId, values, isLocked, onChoose }: ControlProps) => {
  const { all, yes, no } = useMessages()
  return (
    <select
      className={classes['input']}
      aria-labelledby={labelId}
      disabled={isLocked}
      value={String(values[0] ?? '')}
      onChange={({ target }) => onChoose({ value: target.value === '' ? null : target.value === 'true' })}
    >
      <option value="">{all}</option>
      <option value="true">{yes}</option>
      <option value="false">{no}</option>
    </select>
  )
}
