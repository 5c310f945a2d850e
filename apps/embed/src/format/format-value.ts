import type { Column, Snapshot } from '../widgets/types.ts'
import type { WidgetWords } from '../widgets/words.ts'
import { createNumberFormat } from './format-number.ts'
import { createTimeFormat } from './format-time.ts'
import { numberStyleOf } from './number-style.ts'
import { textOf } from './text-of.ts'

export type ValueFormat = (value: unknown) => string

/** Where there is no value. */
export const emptyMark = '–'

type Writing = { locale: string; report: Snapshot | null; words: Pick<WidgetWords, 'yes' | 'no'> }

const createBooleanFormat =
  ({ yes, no }: Writing['words']): ValueFormat =>
  (value) => {
    if (value === true || value === 'true' || value === 1 || value === '1') return yes
    return value === false || value === 'false' || value === 0 || value === '0' ? no : textOf(value)
  }

const percentChange = { kind: 'percent', decimals: 1, isFixed: false } as const

const ofNumbers = (column: Column, { locale, report }: Writing): ValueFormat => {
  const formats = report?.preferences?.columnFormats ?? {}
  const { comparison } = column
  if (comparison?.output === 'percent' && formats[column.member] === undefined) return createNumberFormat(locale, percentChange)
  // A period before is written as the measure that it is compared with.
  const preferred = formats[column.member] ?? (comparison ? formats[comparison.of] : undefined)
  return createNumberFormat(locale, numberStyleOf(column, preferred), column.currency)
}

const formatOf = (column: Column, writing: Writing): ValueFormat => {
  switch (column.type) {
    case 'number':
      return ofNumbers(column, writing)
    case 'time':
      return createTimeFormat(writing.locale, column.granularity)
    case 'boolean':
      return createBooleanFormat(writing.words)
    case 'string':
      return textOf
    default:
      return column.type
  }
}

/** How the values of a column are written, in tables, charts and numbers alike. */
export const createValueFormat = (column: Column, writing: Writing): ValueFormat => {
  const format = formatOf(column, writing)
  return (value) => (value === null || value === undefined ? emptyMark : format(value))
}
