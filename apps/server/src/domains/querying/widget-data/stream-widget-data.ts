import type { streamWidgetData as contract, WidgetDataLine } from '@facet/contract'
import type { ChangingContext, Handler } from '#context'
import { userAttributesOf } from '#domains/embed/security-context'
import { answerQuery } from './answer-query.ts'
import type { Asking } from './ask-engine.ts'
import { setControls } from './control-values.ts'
import { controlsIn } from './controls.ts'
import { controlsLine } from './controls-line.ts'
import { mergeStreams } from './merge-streams.ts'
import { nowAndThen } from './now-and-then.ts'
import { type PlannedQuery, planWidgets, timesOf, type WidgetPlan } from './plan-widgets.ts'
import { toldOf } from './query-failed.ts'
import { askingAs, confirmShown, requireShown } from './shown-dashboard.ts'

// A few of the places that one caller has: other frames of the same user are to find some too.
const queriesAtOnce = 8

// A dashboard with many charts is asked for minutes, and what is not shown any more ends with what is under way.
const shownForMs = 3000

const internalError = {
  code: 'internal_error',
  message: 'The data could not be read. Give the operator the request id.',
  isRetryable: true,
}

type Context = Pick<ChangingContext, 'requestId' | 'log'>

const failedLine = ({ requestId, log }: Context, widgetIds: string[], error: unknown): WidgetDataLine => {
  const told = toldOf(error)
  if (told === null) log.error({ requestId, err: error }, 'the data of widgets could not be read')
  return { type: 'failed', widgetIds, requestId, ...(told ?? internalError) }
}

type Stream = { asking: Asking; confirm: () => Promise<void> }

/** What fails is told of the widgets it fails for; the others go on. */
async function* answerOrFail(
  context: Context,
  { asking, confirm }: Stream,
  planned: PlannedQuery,
  signal: AbortSignal,
): AsyncGenerator<WidgetDataLine> {
  try {
    await confirm()
    yield* answerQuery(asking, planned, signal)
  } catch (error) {
    yield failedLine(context, planned.widgetIds, signal.aborted ? signal.reason : error)
  }
}

async function* linesOf(context: ChangingContext, stream: Stream, { queries, unasked }: WidgetPlan): AsyncGenerator<WidgetDataLine> {
  for (const one of unasked) yield { type: 'failed', ...one, requestId: context.requestId, isRetryable: false }
  const { signal } = context
  // What was ready before the token ended, and not taken by then, is not given any more.
  for await (const line of mergeStreams(queries, queriesAtOnce, signal, (planned, ending) =>
    answerOrFail(context, stream, planned, ending),
  ))
    yield signal.aborted && line.type === 'data' ? failedLine(context, line.widgetIds, signal.reason) : line
  // Without the last line: whoever asks again is told what has ended.
  if (!signal.aborted) yield { type: 'ended' }
}

export const streamWidgetData: Handler<typeof contract> = async function* ({ params, body }, context) {
  const shown = await requireShown(context, params.dashboardPublicId, body)
  const { config, snapshots } = shown.dashboard
  const times = timesOf(snapshots)
  const controls = setControls(controlsIn(config), body, userAttributesOf(shown.grant.identity), times)
  const plan = planWidgets({ config, snapshots }, body.widgetIds, controls, shown.timezone)
  yield controlsLine(controls, times)
  const confirm = nowAndThen(shownForMs, () => confirmShown(context, params.dashboardPublicId))
  yield* linesOf(context, { asking: askingAs(context, shown, body.isFresh ?? false), confirm }, plan)
}
