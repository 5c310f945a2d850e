import { type FilterChoices, type listFilterChoices as contract, queryingLimits } from '@facet/contract'
import type { Handler } from '#context'
import { userAttributesOf } from '#domains/embed/security-context'
import { Failure } from '#kernel/failure'
import { type Asking, askEngine } from './ask-engine.ts'
import { choicesQuery } from './choices-query.ts'
import { setControls } from './control-values.ts'
import { type Controls, controlsIn, type FilterControl } from './controls.ts'
import { timesOf } from './plan-widgets.ts'
import { QueryFailed } from './query-failed.ts'
import type { ReportQuery } from './report-query.ts'
import { askingAs, confirmShown, requireShown } from './shown-dashboard.ts'
import { tableOf } from './table.ts'

const usualChoices = 50
// Whoever types into a filter does not wait longer.
const maxWaitMs = 60_000

const requireFilter = ({ filters }: Controls, widgetIds: readonly string[], widgetId: string): FilterControl => {
  const control = filters.find((one) => one.widgetId === widgetId)
  if (!control && !widgetIds.includes(widgetId))
    throw new Failure('widget_unknown', `The dashboard has no widget "${widgetId}". Take the ids from its configuration.`)
  if (!control)
    throw new Failure(
      'control_unknown',
      `The widget "${widgetId}" is no FILTER widget that names a member. Ask for the choices of filters only.`,
    )
  if (control.visibility !== 'visible')
    throw new Failure(
      'control_locked',
      `The control "${widgetId}" is ${control.visibility}, so there is nothing to choose. Ask for visible filters only.`,
    )
  return control
}

/** Without a stream there is nobody to tell of waiting. */
const answerOf = async (asking: Asking, query: ReportQuery, leaving: AbortSignal): Promise<Record<string, unknown>> => {
  const tooSlow = AbortSignal.timeout(maxWaitMs)
  const signal = AbortSignal.any([leaving, tooSlow])
  const held = asking.queryMemory.open(asking.caller.tenantId)
  try {
    for await (const asked of askEngine(asking, query, held, signal)) if ('answer' in asked) return asked.answer
    throw new Error('The engine gave no answer and no error.')
  } catch (error) {
    if (tooSlow.aborted)
      throw new Failure(
        'choices_failed',
        `The values were not listed within ${maxWaitMs / 1000} seconds. Search for part of one, or ask again.`,
      )
    if (error instanceof QueryFailed) throw new Failure('choices_failed', error.message, { cause: error })
    throw error
  } finally {
    held.release()
  }
}

/** As a filter takes it: tables have times as milliseconds, which no engine reads. */
const timeText = (value: unknown): unknown => (typeof value === 'number' ? new Date(value).toISOString() : value)

const choiceOf = (value: unknown): FilterChoices['items'][number] =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? { value, label: String(value) }
    : { value: null, label: '' }

export const listFilterChoices: Handler<typeof contract> = async ({ params, body }, context) => {
  const shown = await requireShown(context, params.dashboardPublicId, body)
  const { config, snapshots } = shown.dashboard
  const controls = controlsIn(config)
  const control = requireFilter(controls, config.widgets?.map(({ id }) => id) ?? [], body.widgetId)
  const times = timesOf(snapshots)
  const set = setControls(controls, { filters: body.filters }, userAttributesOf(shown.grant.identity), times)
  const first = body.first ?? Math.min(usualChoices, queryingLimits.choices)
  const query = choicesQuery(control, set, times, { search: body.search ?? null, first, timezone: shown.timezone })
  const answer = await answerOf(askingAs(context, shown, false), query, context.signal)
  // The engine may have taken long: whoever may no longer look is not told.
  await confirmShown(context, params.dashboardPublicId)
  const { columns, values, hasMore } = tableOf(answer, query, query, first)
  const isTime = columns[0]?.type === 'time'
  return { items: (values[0] ?? []).map((value) => choiceOf(isTime ? timeText(value) : value)), hasMore }
}
