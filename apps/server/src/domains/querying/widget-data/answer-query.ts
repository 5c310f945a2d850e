import { queryingLimits, type WidgetDataLine } from '@facet/contract'
import { formsIn } from '#domains/content/dashboards'
import type { Measures } from '#engine/querying'
import type { HeldBytes } from '#limits'
import { type Asking, askEngine, type EngineAnswer } from './ask-engine.ts'
import { companionOf, type Compared, type PeriodComparison, withComparison } from './compare-periods.ts'
import { fillMissingRows, type FillMissingRows } from './fill-missing-rows.ts'
import { getMeasures, withAdditivity } from './measures.ts'
import type { Attempt, PlannedQuery } from './plan-widgets.ts'
import { QueryFailed } from './query-failed.ts'
import { filteredIn, type ReportQuery, withResolvedRanges } from './report-query.ts'
import { millisecondsOf, type Table, tableOf } from './table.ts'
import { isEmpty, timeBoundsOf } from './time-bounds.ts'
import { textsIn } from './values.ts'

/** Lines of waiting, and at the end what was waited for. */
type Waiting<T> = AsyncGenerator<WidgetDataLine, T>
type Answered = Table & { hasMore: boolean; measures: Measures }
type Asked = { asking: Asking; planned: PlannedQuery; held: HeldBytes; signal: AbortSignal }

const instantIn = (value: unknown): string | null => {
  const ms = millisecondsOf(value)
  return ms === null ? null : new Date(ms).toISOString()
}

async function* answerOf({ asking, planned, held, signal }: Asked, query: ReportQuery): Waiting<EngineAnswer> {
  for await (const asked of askEngine(asking, query, held, signal)) {
    if ('answer' in asked) return asked
    yield { type: 'waiting', widgetIds: planned.widgetIds, ...asked }
  }
  throw new Error('The engine gave no answer and no error.')
}

/** The first attempt that the engine can answer. */
async function* firstAnswered(asked: Asked): Waiting<EngineAnswer & { attempt: Attempt }> {
  let failed: unknown
  for (const attempt of asked.planned.attempts) {
    try {
      return { ...(yield* answerOf(asked, attempt.query)), attempt }
    } catch (error) {
      if (!(error instanceof QueryFailed && error.isOfQuery)) throw error
      asked.held.release()
      // Of several, that of the query as its author saved it says most.
      failed = error
    }
  }
  throw failed
}

/** Whether rows may be missing from an answer that there are: what was cut off is not nothing. */
const isCut = ({ rowCount, hasMore }: Answered, { limit, offset }: ReportQuery): boolean =>
  hasMore || rowCount === limit || (offset !== undefined && offset !== 0)

const filled = (table: Answered, fill: FillMissingRows, query: ReportQuery): Table | null => {
  const bounds = timeBoundsOf(query, fill.member)
  if (!bounds || isEmpty(bounds) || isCut(table, query)) return null
  const measures = new Set([...table.measures.keys(), ...textsIn(query['measures'])])
  if ([...filteredIn(query)].some((member) => measures.has(member))) return null
  return fillMissingRows(table, fill, bounds)
}

async function* compared(
  asked: Asked,
  table: Table,
  comparison: PeriodComparison,
  query: ReportQuery,
  own: Table,
): Waiting<Compared | null> {
  const companion = companionOf(query, comparison)
  if (!companion) return null
  // Without days of its own the query has the period before in it.
  if (JSON.stringify(companion.query) === JSON.stringify(query)) return withComparison(table, own, comparison, companion)
  const earlier = { ...companion.query, limit: queryingLimits.maxRows }
  try {
    const before = tableOf((yield* answerOf(asked, earlier)).answer, earlier, asked.planned.saved, queryingLimits.maxRows)
    return withComparison(table, before, comparison, companion)
  } catch (error) {
    if (error instanceof QueryFailed) return null
    throw error
  }
}

// Each is a query of its own, which nobody but the author of the report asked for.
const maxComparisons = 10

type Finished = { table: Table; notes: string[] }

/** What the report shows beside the rows of its query. */
async function* finished(asked: Asked, answered: Answered, query: ReportQuery): Waiting<Finished> {
  const { fillMissingRows: fill, periodComparisons } = formsIn(asked.planned.meta)
  const notes: string[] = []
  const { hasMore: _, measures: _measures, ...own } = answered
  let table: Table = own
  if (fill) {
    const more = filled(answered, fill, query)
    notes.push(more ? 'rows_filled' : 'fill_skipped')
    table = more ?? table
  }
  for (const [index, comparison] of (periodComparisons ?? []).entries()) {
    const more = index < maxComparisons ? yield* compared(asked, table, comparison, query, own) : null
    if (!more) notes.push('comparison_skipped')
    if (more?.hasUnmatchedDays) notes.push('comparison_days_unmatched')
    table = more?.table ?? table
  }
  return { table, notes: [...new Set(notes)] }
}

/** The lines of one query: of waiting, and its data. What it holds in memory is given back once its line was taken. */
export async function* answerQuery(asking: Asking, planned: PlannedQuery, signal: AbortSignal): AsyncGenerator<WidgetDataLine> {
  const held = asking.queryMemory.open(asking.caller.tenantId)
  const asked = { asking, planned, held, signal }
  try {
    const { answer, buildId, attempt } = yield* firstAnswered(asked)
    const measures = await getMeasures(asking, buildId, textsIn(attempt.query['measures']))
    const own = { ...withAdditivity(tableOf(answer, attempt.query, planned.saved, planned.maxRows), measures), measures }
    const { table, notes } = yield* finished(asked, own, withResolvedRanges(attempt.query, answer['query']))
    yield {
      type: 'data',
      widgetIds: planned.widgetIds,
      ...table,
      isTruncated: !planned.isOwnLimit && (own.hasMore || own.rowCount === queryingLimits.maxRows),
      refreshedAt: instantIn(answer['lastRefreshTime']),
      notes: [...attempt.notes, ...notes],
    }
  } finally {
    held.release()
  }
}
