import { useMessages } from '../page-context.ts'
import type { Messages } from '../i18n/messages.ts'
import type { ControlProps } from './control-props.ts'
import classes from './controls.module.css'

const isNamed = (grain: string, { grains }: Messages): grain is keyof Messages['grains'] => Object.hasOwn(grains, grain)

export const GrainSelect = ({ control, labelId, values, isLocked, onChoose }: ControlProps) => {
  const messages = useMessages()
  const current = String(values[0] ?? '')
  return (
    <select
      className={classes['input']}
      aria-labelledby={labelId}
      disabled={isLocked}
      value={current}
      onChange={({ target }) => onChoose({ value: target.value === '' ? null : target.value })}
    >
      {current === '' && <option value="">{messages.modelDefault}</option>}
      {control.grains.map((grain) => (
        <option key={grain} value={grain}>
          {isNamed(grain, messages) ? messages.grains[grain] : grain}
        </option>
      ))}
    </select>
  )
}
