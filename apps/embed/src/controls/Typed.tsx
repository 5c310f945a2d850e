import { useState } from 'react'
import classes from './controls.module.css'

type TypedProps = {
  type: 'text' | 'number' | 'date'
  label: { id: string } | { text: string }
  value: string
  isLocked: boolean
  onCommit: (value: string) => void
}

/** A native input whose value counts once it is left or confirmed: a query for every key would be asked in vain. */
export const Typed = ({ type, label, value, isLocked, onCommit }: TypedProps) => {
  const [draft, setDraft] = useState<string>()
  const commit = (): void => {
    if (draft !== undefined && draft !== value) onCommit(draft)
    setDraft(undefined)
  }
  return (
    <input
      className={classes['input']}
      type={type}
      {...(type === 'number' ? { step: 'any' } : {})}
      {...('id' in label ? { 'aria-labelledby': label.id } : { 'aria-label': label.text })}
      disabled={isLocked}
      value={draft ?? value}
      onChange={({ target }) => setDraft(target.value)}
      onBlur={commit}
      onKeyDown={({ key }) => key === 'Enter' && commit()}
    />
  )
}
