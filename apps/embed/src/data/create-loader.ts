import type { WidgetDataLine } from '@facet/contract'
import type { EmbedError } from '@facet/embed/page'
import { asProblem } from './ask.ts'

const maxWidgetsInRequest = 200
const maxTries = 5

export type Load = { widgetIds: string[]; isFresh: boolean; signal: AbortSignal }

type Parts = {
  /** One request, and the lines of its answer. */
  stream: (load: Load) => AsyncIterable<WidgetDataLine>
  onLoading: (widgetIds: string[]) => void
  onLine: (line: WidgetDataLine) => void
  onFailed: (widgetIds: string[], problem: EmbedError) => void
  /** Runs it soon, so that all that is wanted until then goes in one request. */
  soon: (act: () => void) => void
  pause: (failures: number, signal: AbortSignal) => Promise<void>
}

export type Loader = {
  /** Comes near the view: its data is wanted, now and after every change. */
  want: (widgetId: string) => void
  /** What was asked so far is stale: it is aborted, and what is near is asked for in one request. */
  restart: (isFresh?: boolean) => void
  retry: (widgetId: string) => void
  /** Aborts what is under way and forgets what was near; nothing is asked until `restart`. */
  halt: () => void
}

const inGroups = (ids: string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / maxWidgetsInRequest) }, (_, index) =>
    ids.slice(index * maxWidgetsInRequest, (index + 1) * maxWidgetsInRequest),
  )

/** Asks for the data of widgets: those near the view, many in one request, each once for one state of the controls. */
export const createLoader = ({ stream, onLoading, onLine, onFailed, soon, pause }: Parts): Loader => {
  const near = new Set<string>()
  const asked = new Set<string>()
  let run = new AbortController()
  let isQueued = false
  let isHalted = true
  let isFresh = false

  /** Takes what the answer has; throws where it ends before all has come. */
  const receive = async (missing: Set<string>, load: Omit<Load, 'widgetIds'>): Promise<void> => {
    for await (const line of stream({ ...load, widgetIds: [...missing] })) {
      if (load.signal.aborted) return
      if (line.type === 'data' || line.type === 'failed') for (const id of line.widgetIds) missing.delete(id)
      onLine(line)
    }
    if (missing.size > 0) throw asProblem(undefined)
  }

  const load = async (widgetIds: string[], wish: Omit<Load, 'widgetIds'>): Promise<void> => {
    const missing = new Set(widgetIds)
    for (let failures = 1; missing.size > 0; failures++)
      try {
        await receive(missing, wish)
      } catch (error) {
        if (wish.signal.aborted) return
        const problem = asProblem(error)
        if (!problem.retryable || failures >= maxTries) return onFailed([...missing], problem)
        await pause(failures, wish.signal)
        if (wish.signal.aborted) return
      }
  }

  const flush = (): void => {
    isQueued = false
    const widgetIds = [...near].filter((id) => !asked.has(id))
    if (isHalted || widgetIds.length === 0) return
    for (const id of widgetIds) asked.add(id)
    onLoading(widgetIds)
    for (const group of inGroups(widgetIds)) void load(group, { isFresh, signal: run.signal })
  }
  const queue = (): void => {
    if (isQueued) return
    isQueued = true
    soon(flush)
  }
  const abort = (): void => {
    run.abort()
    run = new AbortController()
    asked.clear()
  }

  return {
    want: (widgetId) => {
      near.add(widgetId)
      queue()
    },
    restart: (wantsFresh = false) => {
      abort()
      isHalted = false
      isFresh = wantsFresh
      queue()
    },
    retry: (widgetId) => {
      asked.delete(widgetId)
      queue()
    },
    halt: () => {
      abort()
      near.clear()
      isHalted = true
    },
  }
}
