import { createValueFormat } from '../../format/format-value.ts'
import { specOf } from '../table/table-spec.ts'
import type { BodyProps, Column, Snapshot } from '../types.ts'
import type { WidgetWords } from '../words.ts'

const kinds: Readonly<Record<string, keyof WidgetWords['chartKinds']>> = {
  bar: 'bar',
  line: 'line',
  trail: 'line',
  area: 'area',
  point: 'scatter',
  circle: 'scatter',
  square: 'scatter',
  arc: 'pie',
  rect: 'heatmap',
  boxplot: 'boxplot',
}

const kindOf = (report: Snapshot | null): keyof WidgetWords['chartKinds'] => {
  const { mark } = specOf(report)
  const name = typeof mark === 'object' && mark !== null && 'type' in mark ? mark.type : mark
  return (typeof name === 'string' ? kinds[name] : undefined) ?? 'other'
}

const rangeOf = (values: readonly unknown[]): [number, number] | null => {
  const [least, most] = values
    .filter((value) => value !== null && value !== undefined && value !== '')
    .map(Number)
    .filter((value) => Number.isFinite(value))
    .reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [Infinity, -Infinity])
  return least === undefined || most === undefined || least > most ? null : [least, most]
}

/** What a chart shows, for those who cannot see it: its kind, its members, how many rows, and between which values they lie. */
export const describeChart = ({ report, data, look, words }: Pick<BodyProps, 'report' | 'data' | 'look' | 'words'>): string => {
  const { locale } = look
  const titles = (of: (column: Column) => boolean) =>
    new Intl.ListFormat(locale, { type: 'conjunction' }).format(data.columns.filter(of).map(({ shortTitle }) => shortTitle))
  const count = new Intl.NumberFormat(locale).format(data.rowCount)
  const isMeasure = ({ kind }: Column): boolean => kind === 'measure'
  const ranges = data.columns.flatMap((column, index) => {
    const range = isMeasure(column) ? rangeOf(data.values[index] ?? []) : null
    if (!range) return []
    const write = createValueFormat(column, { locale, report, words })
    return [words.chartRange(column.shortTitle, write(range[0]), write(range[1]))]
  })
  const name = words.chartName(
    words.chartKinds[kindOf(report)],
    titles(isMeasure),
    titles((column) => !isMeasure(column)),
    count,
  )
  return [name, ...ranges].join(' ')
}
