import { queryingLimits, type WidgetDataLine } from '@facet/contract'
import { type Asking, askEngine } from './ask-engine.ts'
import type { Attempt, PlannedQuery } from './plan-widgets.ts'
import { QueryFailed } from './query-failed.ts'
import { millisecondsOf, tableOf } from './table.ts'

const instantIn = (value: unknown): string | null => {
  const ms = millisecondsOf(value)
  return ms === null ? null : new Date(ms).toISOString()
}

/** The first attempt that the engine can answer; lines of waiting on the way. */
async function* firstAnswered(
  asking: Asking,
  { attempts, widgetIds }: PlannedQuery,
  held: Parameters<typeof askEngine>[2],
  signal: AbortSignal,
): AsyncGenerator<WidgetDataLine, { answer: Record<string, unknown>; attempt: Attempt }> {
  let failed: unknown
  for (const attempt of attempts) {
    try {
      for await (const asked of askEngine(asking, attempt.query, held, signal)) {
        if ('answer' in asked) return { answer: asked.answer, attempt }
        yield { type: 'waiting', widgetIds, ...asked }
      }
    } catch (error) {
      if (!(error instanceof QueryFailed && error.isOfQuery)) throw error
      held.release()
      // Of several, that of the query as its author saved it says most.
      failed = error
    }
  }
  throw failed
}

/** The lines of one query: of waiting, and its data. What it holds in memory is given back once its line was taken. */
export async function* answerQuery(asking: Asking, planned: PlannedQuery, signal: AbortSignal): AsyncGenerator<WidgetDataLine> {
  const held = asking.queryMemory.open(asking.caller.tenantId)
  try {
    const { answer, attempt } = yield* firstAnswered(asking, planned, held, signal)
    const { hasMore, ...table } = tableOf(answer, attempt.query, planned.saved, planned.maxRows)
    yield {
      type: 'data',
      widgetIds: planned.widgetIds,
      ...table,
      isTruncated: !planned.isOwnLimit && (hasMore || table.rowCount === queryingLimits.maxRows),
      refreshedAt: instantIn(answer['lastRefreshTime']),
      notes: attempt.notes,
    }
  } finally {
    held.release()
  }
}
