import { useEffect, useId, useRef, useState } from 'react'
import { useMessages, usePageState } from '../page-context.ts'
import { choiceText } from './choice-text.ts'
import { ChoiceList } from './ChoiceList.tsx'
import { takesValue } from './control-values.ts'
import type { ControlProps } from './control-props.ts'
import classes from './controls.module.css'
import { Typed } from './Typed.tsx'

const chosenFromList = new Set<string | null>([null, 'equals', 'not_equals'])

/** A text: chosen among those that there are, or typed where the operator is about a part of it. */
export const ChoiceFilter = ({ control, labelId, operator, values, isLocked, onChoose }: ControlProps) => {
  const { all, chosen, noValue } = useMessages()
  const locale = usePageState((state) => state.locale)
  const details = useRef<HTMLDetailsElement>(null)
  const saidId = useId()
  const [isOpen, setIsOpen] = useState(false)
  const close = (): void => {
    if (details.current) details.current.open = false
  }
  useEffect(() => {
    if (!isOpen) return undefined
    const onPointer = ({ target }: PointerEvent): void => {
      if (target instanceof Node && !details.current?.contains(target)) close()
    }
    document.addEventListener('pointerdown', onPointer)
    return () => document.removeEventListener('pointerdown', onPointer)
  }, [isOpen])
  if (!chosenFromList.has(operator))
    return (
      <Typed
        type="text"
        label={{ id: labelId }}
        value={String(values[0] ?? '')}
        isLocked={isLocked || !takesValue(operator)}
        onCommit={(text) => onChoose({ value: text === '' ? null : text })}
      />
    )
  const [only] = values
  const one = only === null ? noValue : choiceText(String(only), locale)
  const many = values.length === 1 ? one : chosen(new Intl.NumberFormat(locale).format(values.length))
  const said = values.length === 0 ? all : many
  if (isLocked) return <Typed type="text" label={{ id: labelId }} value={said} isLocked onCommit={() => undefined} />
  return (
    <details
      ref={details}
      className={classes['choices']}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      onBlur={({ currentTarget, relatedTarget }) => relatedTarget && !currentTarget.contains(relatedTarget) && close()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        close()
        details.current?.querySelector('summary')?.focus()
      }}
    >
      <summary id={saidId} className={classes['input']} aria-labelledby={`${labelId} ${saidId}`}>
        {said}
      </summary>
      {isOpen && <ChoiceList control={control} values={values} onChoose={onChoose} />}
    </details>
  )
}
