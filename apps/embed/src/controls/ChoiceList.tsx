import type { FilterChoices } from '@facet/contract'
import { useEffect, useId, useState } from 'react'
import { useMessages, usePage, usePageState } from '../page-context.ts'
import { choiceText } from './choice-text.ts'
import type { Scalar } from './control-values.ts'
import type { ControlProps } from './control-props.ts'
import classes from './controls.module.css'

const typingMs = 200

type Found = FilterChoices | 'failed' | undefined

/** What can be chosen, for what is typed; answers that come too late are not waited for. */
const useChoices = (widgetId: string, search: string): Found => {
  const page = usePage()
  const [found, setFound] = useState<Found>()
  useEffect(() => {
    const run = new AbortController()
    const load = async (): Promise<void> => {
      try {
        setFound(await page.listChoices(widgetId, search, run.signal))
      } catch {
        if (!run.signal.aborted) setFound('failed')
      }
    }
    const timer = setTimeout(() => void load(), search === '' ? 0 : typingMs)
    return () => {
      clearTimeout(timer)
      run.abort()
    }
  }, [page, widgetId, search])
  return found
}

/** Those that are chosen stay in the list, whatever is searched for. No value, and one without characters, cannot be asked with. */
const withChosen = ({ items }: FilterChoices, values: readonly Scalar[]): FilterChoices['items'] => [
  ...values.filter((value) => !items.some((item) => item.value === value)).map((value) => ({ value, label: String(value ?? '') })),
  ...items.filter(({ value }) => value !== null && value !== ''),
]

const toggled = (values: readonly Scalar[], value: Scalar, isMultiple: boolean): Scalar[] => {
  if (values.includes(value)) return values.filter((each) => each !== value)
  return isMultiple ? [...values, value] : [value]
}

export const ChoiceList = ({ control, values, onChoose }: Pick<ControlProps, 'control' | 'values' | 'onChoose'>) => {
  const { search: searchLabel, moreChoices, noChoices, choicesFailed, widgetLoading, noValue } = useMessages()
  const locale = usePageState((state) => state.locale)
  const [search, setSearch] = useState('')
  const group = useId()
  const found = useChoices(control.widgetId, search)
  const isMultiple = control.isMultiple !== false
  const items = typeof found === 'object' ? withChosen(found, search === '' ? values : []) : []
  const choose = (value: Scalar): void => {
    const next = toggled(values, value, isMultiple)
    onChoose({ value: next.length === 0 ? null : next })
  }
  return (
    <div className={classes['panel']}>
      <input
        className={classes['input']}
        type="search"
        aria-label={`${control.label}: ${searchLabel}`}
        placeholder={searchLabel}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <ul className={classes['list']}>
        {items.map(({ value, label }) => (
          <li key={`${typeof value} ${String(value)}`}>
            <label className={classes['choice']}>
              <input
                type={isMultiple ? 'checkbox' : 'radio'}
                name={group}
                checked={values.includes(value)}
                onChange={() => choose(value)}
              />
              <span>{choiceText(label, locale) || noValue}</span>
            </label>
          </li>
        ))}
      </ul>
      {found === undefined && <p>{widgetLoading}</p>}
      {found === 'failed' && <p>{choicesFailed}</p>}
      {typeof found === 'object' && items.length === 0 && <p>{noChoices}</p>}
      {typeof found === 'object' && found.hasMore && <p>{moreChoices}</p>}
    </div>
  )
}
