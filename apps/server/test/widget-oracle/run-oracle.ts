import type { WidgetDataLine } from '@facet/contract'
import { filterWidget, givenBoard, givenViewer, grainWidget, linesIn } from '../given-widgets.ts'
import type { Actor, TestServer } from '../server.ts'
import { drawsFrom } from './draws.ts'
import { expectedOf, isAdditive, keyOf, type Query, type Rows } from './expected-rows.ts'
import { drawReport, drawRequest, type Filter, type RandomReport, type RandomRequest, time } from './random-case.ts'

type DataLine = Extract<WidgetDataLine, { type: 'data' }>

const memberOf = (name: string): string => `purchases.${name}`

const givenReportOf = ({ measures, dimensions, grain, days, isFilled, offset }: RandomReport) => ({
  query: {
    measures: measures.map(memberOf),
    dimensions: dimensions.map(memberOf),
    timeDimensions: [
      {
        dimension: time,
        ...(grain === null ? {} : { granularity: grain }),
        ...(days === null ? {} : { dateRange: days }),
      },
    ],
  },
  meta: {
    ...(isFilled ? { fillMissingRows: { member: time } } : {}),
    ...(offset === null
      ? {}
      : {
          periodComparisons: [
            { measure: memberOf(measures[0] ?? ''), timeDimension: time, offset, outputs: ['previous', 'difference', 'percent_change'] },
          ],
        }),
  },
})

const controls = [
  filterWidget('when', { member: time, operator: 'equals' }),
  filterWidget('status', { member: memberOf('status'), operator: 'equals' }),
  filterWidget('least', { member: memberOf('count'), operator: 'greater_than' }),
  grainWidget('grain', { member: time }),
]

const sentFilter = (widgetId: string, filter: Filter | null) => {
  if (filter === null) return []
  const [first = 'any', ...more] = filter.values
  return [{ widgetId, operator: filter.operator, value: more.length === 0 ? first : filter.values }]
}

const isSame = (shown: unknown, expected: unknown): boolean => {
  if (shown === null || expected === null || shown === undefined || expected === undefined) return (shown ?? null) === (expected ?? null)
  const [one, other] = [Number(shown), Number(expected)]
  return Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(one), Math.abs(other))
}

const rowsOf = ({ columns, values, rowCount }: DataLine, { dimensions }: RandomReport): Rows => {
  const at = (name: string): number => columns.findIndex(({ member }) => member === name)
  const period = columns.findIndex(({ kind }) => kind === 'time')
  return new Map(
    Array.from({ length: rowCount }, (_, row) => {
      const keys = dimensions.map((name) => values[at(memberOf(name))]?.[row] ?? null)
      const ms = period < 0 ? null : (values[period]?.[row] as number)
      const day = ms === null ? null : new Date(ms).toISOString().slice(0, 10)
      return [keyOf(keys, day), Object.fromEntries(columns.map(({ member }, column) => [member, values[column]?.[row] ?? null]))]
    }),
  )
}

const differencesIn = async (query: Query, report: RandomReport, request: RandomRequest, line: DataLine): Promise<string[]> => {
  const { rows, filled, before } = await expectedOf(query, report, request)
  const shown = rowsOf(line, report)
  const expected: Rows = new Map([...rows, ...(filled ?? [])])
  const problems: string[] = []
  const check = (isRight: boolean, problem: string): void => void (isRight || problems.push(problem))

  if (report.isFilled) {
    check(
      line.notes.includes('rows_filled') === (filled !== null),
      `notes are ${line.notes.join()}, but filling is ${filled !== null ? 'possible' : 'not'}`,
    )
  }
  check(!line.notes.some((note) => note === 'filters_skipped' || note === 'grains_skipped'), `notes are ${line.notes.join()}`)
  check(shown.size === line.rowCount, 'a row is there twice')
  for (const key of new Set([...shown.keys(), ...expected.keys()])) {
    const [own, wanted] = [shown.get(key), expected.get(key)]
    if (!own || !wanted) {
      problems.push(`row ${key} is ${own ? 'shown and not expected' : 'not shown'}`)
      continue
    }
    for (const measure of report.measures)
      check(
        isSame(own[memberOf(measure)], wanted[measure]),
        `${key} ${measure}: shown ${String(own[memberOf(measure)])}, SQL says ${String(wanted[measure])}`,
      )
    if (before && report.offset) {
      const [measure = 'count'] = report.measures
      const [dimensions, period] = JSON.parse(key) as [unknown[], string]
      const previous = before(dimensions, period)?.[measure] ?? null
      const now = wanted[measure] ?? null
      const isKnown = previous !== null && now !== null
      const suffix = `${report.offset.amount}_${report.offset.unit}`
      const all: Record<string, unknown> = {
        previous,
        difference: isKnown ? Number(now) - Number(previous) : null,
        percent: isKnown && Number(previous) !== 0 ? (Number(now) - Number(previous)) / Math.abs(Number(previous)) : null,
      }
      for (const [output, value] of Object.entries(all)) {
        const cell = own[`${memberOf(measure)}.${output}.${suffix}`]
        check(isSame(cell, value), `${key} ${output} of ${measure}: shown ${JSON.stringify(cell)}, SQL says ${JSON.stringify(value)}`)
      }
    }
  }
  if (report.offset && report.grain)
    check(line.notes.includes('comparison_skipped') === (before === null), 'a comparison is skipped, or not')
  for (const { member, kind, comparison, isAdditive: told } of line.columns)
    if (kind === 'measure' && comparison === null)
      check(told === isAdditive[member.slice('purchases.'.length) as keyof typeof isAdditive], `${member} is additive: ${String(told)}`)
  return problems
}

type Oracle = { server: TestServer; owner: Actor; query: Query; seed: number; reports: number; requests: number }

export type Outcome = { cases: number; filled: number; compared: number; differences: string[] }

/** Compares every cell of random reports, under random filters, grains and time zones, with plain SQL. */
export const runOracle = async ({ server, owner, query, seed, reports, requests }: Oracle): Promise<Outcome> => {
  const draws = drawsFrom(seed)
  const drawn = Array.from({ length: reports }, () => drawReport(draws))
  const { dashboard, params } = await givenBoard(server, owner, drawn.map(givenReportOf), controls)
  const { api } = await givenViewer(server, owner)
  const outcome: Outcome = { cases: 0, filled: 0, compared: 0, differences: [] }
  for (let turn = 0; turn < requests; turn++) {
    const request = drawRequest(draws)
    const body = {
      versionId: dashboard.versionId,
      widgetIds: drawn.map((_, at) => `chart-${at}`),
      timezone: request.timezone,
      filters: [...sentFilter('when', request.when), ...sentFilter('status', request.status), ...sentFilter('least', request.least)],
      timeGrains: request.grain === null ? [] : [{ widgetId: 'grain', grain: request.grain }],
    }
    const lines = await linesIn(api.streamWidgetData({ params, body }))
    for (const [at, report] of drawn.entries()) {
      const line = lines.find((each) => (each.type === 'data' || each.type === 'failed') && each.widgetIds.includes(`chart-${at}`))
      const problems = line?.type === 'data' ? await differencesIn(query, report, request, line) : [`no data: ${JSON.stringify(line)}`]
      outcome.cases++
      if (line?.type === 'data' && line.notes.includes('rows_filled')) outcome.filled++
      if (line?.type === 'data' && line.columns.some(({ comparison }) => comparison !== null)) outcome.compared++
      if (problems.length > 0) outcome.differences.push(`${JSON.stringify({ seed, report, request })}: ${problems.slice(0, 5).join('; ')}`)
    }
  }
  return outcome
}
