import type { Dispatcher } from 'undici'
import { type Collector, createCollector } from '#kernel/collector'
import { accessRefusalOf, safeErrorOf } from '#kernel/engine-errors'
import { createErrorLines, type ErrorLines } from '#kernel/error-lines'
import { Failure } from '#kernel/failure'
import { isHiddenError, redactedError } from '#kernel/redacted-error'
import { type Passage, refuse } from './passage.ts'
import { answerHeaders, engineHeaders } from './headers.ts'
import { createReaderClock, type ReaderClock } from './reader-clock.ts'
import { DataRefusal, engineGone, refusalOf, routeRefusals } from './refusals.ts'
import type { DataRoute } from './routes.ts'
import type { DataCaller, EngineLease } from './types.ts'

export type Forwarding = {
  lease: EngineLease
  caller: DataCaller
  route: DataRoute
  enginePath: string
  method: string
  body: Buffer | null
  maxStallMs: number
  /** What an embed caller is not told. */
  onEngineError: (status: number, text: string) => void
}

export type Forwarded = {
  /** Ends the request at the engine; the caller is told this, or cut off if it was told something already. */ cut: (
    reason: unknown,
  ) => void
}

const [maxErrorBytes, maxExplanationBytes] = [65_536, 1_048_576]
// Whoever sees errors is to see the whole of them.
const maxSeenBytes = 8 * 1_048_576
// Longer than the engine makes anybody wait for `Continue wait`.
const [headersTimeout, bodyTimeout] = [180_000, 180_000]

const addonMissing = 'facet:needs_native_addon'

const gone = new Error('The caller went away.')
// Counted apart from callers that went away: this one stayed and took nothing.
const readerStalled = 408

/**
 * Asks the engine and writes what it says straight to the caller: nothing is kept, the slower side sets the pace, and whoever goes
 * away takes the other along.
 */
export const forward = (passage: Passage, forwarding: Forwarding): Forwarded => {
  const { response } = passage
  const { lease, caller, route, method, enginePath, body, maxStallMs, onEngineError } = forwarding
  let controller: Dispatcher.DispatchController | undefined
  let ended: Error | undefined
  let status = 0
  let lines: ErrorLines | undefined
  let length: string | undefined
  let whole: Buffer | undefined
  let clock: ReaderClock | undefined
  let kept: { collector: Collector; headers: Record<string, string> } | undefined

  const end = (reason: Error): void => {
    ended ??= reason
    clock?.stop()
    controller?.abort(ended)
  }
  const redact = lease.redact ?? ((text: string): string => text)
  const wordsForLine = (line: string): string => {
    if (caller.seesErrors) return redactedError(line, redact)
    onEngineError(status, redactedError(line, redact))
    const { error, code } = safeErrorOf(400, line)
    return JSON.stringify({ error, code, requestId: passage.requestId })
  }
  const tellError = (text: string): void => {
    if (!caller.seesErrors) onEngineError(status, redactedError(text, redact))
    refuse(passage, { ...safeErrorOf(status, text), headers: {} })
  }
  const answerKept = ({ collector, headers }: NonNullable<typeof kept>): void => {
    // Only the engine knows whether it has its native part; how that is said is not its matter.
    if (status === 501 && collector.text().includes(addonMissing)) return refuse(passage, routeRefusals.addon())
    const isError = status >= 400 || isHiddenError(collector.text())
    if (isError && !caller.seesErrors) return tellError(collector.text())
    const denied = isError ? accessRefusalOf(collector.text()) : undefined
    if (denied) return refuse(passage, { ...denied, headers: {} })
    const bytes = isError ? Buffer.from(redactedError(collector.text(), redact)) : collector.bytes()
    response.writeHead(status, { ...passage.headers, ...headers, 'content-length': bytes.length })
    response.end(bytes)
  }

  const stall = (): void => {
    passage.unfinishedAs = readerStalled
    response.destroy()
    end(gone)
  }
  /** Made only for who is behind, which hardly anybody is. */
  const waitForReader = (): void => {
    clock ??= createReaderClock(response, maxStallMs, stall)
    clock.start()
  }
  const pause = (answering: Dispatcher.DispatchController): void => {
    answering.pause()
    if (!clock)
      response.on('drain', () => {
        clock?.stop()
        answering.resume()
      })
    waitForReader()
  }

  const cut = (reason: unknown): void => {
    if (!ended && !response.writableFinished) refuse(passage, refusalOf(reason).refusal)
    end(gone)
  }
  // Nobody would hear of its end any more.
  if (response.closed) return { cut }

  // Also when all went well, and then there is nothing left to abort.
  response.on('close', () => end(gone))

  passage.isWithEngine = true

  lease.dispatcher.dispatch(
    {
      method,
      path: enginePath,
      headers: engineHeaders({
        authorization: lease.sign(caller.pinned),
        requestId: passage.requestId,
        traceparent: passage.traceparent,
        body,
      }),
      body,
      headersTimeout,
      bodyTimeout,
    },
    {
      onRequestStart: (started) => {
        controller = started
        if (ended) started.abort(ended)
      },
      onResponseStart: (_, code, from) => {
        if (code >= 200) passage.isWithEngine = false
        if (ended || code < 200) return
        status = code
        const headers = answerHeaders(from)
        if (code >= 400 || route.hidesErrors) {
          const maxHiddenBytes = code >= 400 ? maxErrorBytes : maxExplanationBytes
          kept = { collector: createCollector(caller.seesErrors ? maxSeenBytes : maxHiddenBytes), headers }
        } else {
          if (route.isLines) {
            lines = createErrorLines(wordsForLine)
            delete headers['content-length']
          }
          length = headers['content-length']
          response.writeHead(code, { ...passage.headers, ...headers })
        }
      },
      onResponseData: (answering, chunk) => {
        if (ended) return
        if (kept) {
          if (kept.collector.add(chunk)) return
          tellError(kept.collector.text())
          end(gone)
        } else if (length !== undefined && chunk.length === Number(length)) whole = chunk
        else if (!response.write(lines ? lines.pass(chunk) : chunk)) pause(answering)
      },
      onResponseEnd: () => {
        if (ended) return
        if (kept) answerKept(kept)
        // Most answers come in one piece, and leave in one with their head.
        else if (whole) response.end(whole)
        else response.end(lines?.rest())
        // The engine has said all; what is held for the answer is held until it is taken.
        if (response.writableLength > 0) waitForReader()
      },
      onResponseError: (_, error) => {
        if (ended) return
        ended = error
        passage.isWithEngine = false
        // The node of an engine says in its own words why there is none.
        refuse(passage, error instanceof DataRefusal || error instanceof Failure ? refusalOf(error).refusal : engineGone())
      },
    },
  )
  return { cut }
}
