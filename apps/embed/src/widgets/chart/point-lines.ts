import { type ChartColumn, linesOf } from './read-item.ts'
import type { Item } from './scene.ts'
import type { TooltipLine } from './tooltip.ts'

const maxSeries = 12

const same = (one: TooltipLine, other: TooltipLine): boolean => one.name === other.name && one.value === other.value

const distinctLines = (lines: readonly TooltipLine[]): TooltipLine[] =>
  lines.filter((line, at) => lines.findIndex((other) => same(line, other)) === at)

/** A series is named by the values of its dimensions. */
const seriesLines = (lines: readonly TooltipLine[], isMeasure: (line: TooltipLine) => boolean): TooltipLine[] => {
  const name = lines.flatMap((line) => (isMeasure(line) ? [] : [line.value])).join(' · ')
  const measures = lines.filter(isMeasure)
  if (name === '') return measures
  return measures.map((line) => ({ name: measures.length > 1 ? `${name} · ${line.name}` : name, value: line.value }))
}

/** What all series have at one time or category: the dimensions that they share, then a line for each series. */
export const linesOfPoints = (
  items: readonly Item[],
  columns: readonly ChartColumn[],
  titled: (text: string) => string,
  isAuthored: boolean,
): TooltipLine[] => {
  const told = items.map((item) => linesOf(item, columns, titled, isAuthored))
  // An area with a line on its edge has each of its rows twice.
  const rows = told.filter((lines, at) => told.findIndex((other) => JSON.stringify(other) === JSON.stringify(lines)) === at)
  const [first = []] = rows
  if (rows.length === 1 || isAuthored) return distinctLines(rows.flat())
  const measures = new Set(columns.flatMap(({ kind, shortTitle }) => (kind === 'measure' ? [shortTitle] : [])))
  const isMeasure = ({ name }: TooltipLine): boolean => measures.has(name)
  const isShared = (line: TooltipLine): boolean => !isMeasure(line) && rows.every((lines) => lines.some((other) => same(line, other)))
  const series = rows.flatMap((lines) =>
    seriesLines(
      lines.filter((line) => !isShared(line)),
      isMeasure,
    ),
  )
  const rest = series.length - maxSeries
  return [...first.filter(isShared), ...series.slice(0, maxSeries), ...(rest > 0 ? [{ name: `+${rest}`, value: '' }] : [])]
}
