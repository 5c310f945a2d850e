import { setTimeout as pause } from 'node:timers/promises'
import { queryingLimits } from '@facet/contract'
import { type Caller, type DataTarget, ownKeyOf } from '#access'
import type { ReadingContext } from '#context'
import type { EngineLease, PinnedCaller } from '#engine/hosting'
import { safeErrorOf } from '#kernel/engine-errors'
import { Failure } from '#kernel/failure'
import { queryCost } from '#kernel/query-cost'
import { redactedError } from '#kernel/redacted-error'
import { type HeldBytes, WaitTimeout } from '#limits'
import { QueryFailed } from './query-failed.ts'
import { refusalCause } from './refusal-cause.ts'
import type { ReportQuery } from './report-query.ts'
import { isObject, textIn } from './values.ts'

/** Who asks, and where. */
export type Asking = Pick<ReadingContext, 'engines' | 'recordEngineError' | 'dataPlaces' | 'queryMemory' | 'measureCache' | 'requestId'> & {
  caller: Caller
  /** One object for all that a request asks, so that it is signed once. */
  pinned: PinnedCaller
  target: DataTarget
  isFresh: boolean
}

export type Stage = 'queued' | 'executing' | 'building'

export type EngineAnswer = { answer: Record<string, unknown>; buildId: number }

/** Either the answer, or what the engine is still busy with. */
export type Asked = EngineAnswer | { stage: Stage | null; seconds: number }

const maxErrorBytes = 1_048_576
// What bytes of JSON become: themselves, their text, and what the text says.
const timesInMemory = 4
// Longer than the engine makes anybody wait for `Continue wait`.
const [headersTimeout, bodyTimeout] = [180_000, 180_000]
const maxQueryMs = 15 * 60_000
// An engine holds a request for seconds; one that does not is not asked without a pause.
const pauseMs = 100

const tooLarge = (): QueryFailed =>
  new QueryFailed('result_too_large', `The answer has more than ${queryingLimits.answerBytes / 1_048_576} MB. Show fewer rows or columns.`)

const read = async (body: AsyncIterable<Buffer>, status: number, held: HeldBytes): Promise<string> => {
  const maxBytes = status === 200 ? queryingLimits.answerBytes : maxErrorBytes
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > maxBytes && status === 200) throw tooLarge()
    if (bytes > maxBytes) break
    held.take(timesInMemory * chunk.length)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The engine's words stay here: they can hold values of rows that are not the viewer's. */
const stageOf = (said: unknown): Stage | null => {
  const stage = textIn(said) ?? ''
  if (/pre-aggregation/i.test(stage)) return 'building'
  if (/in queue/i.test(stage)) return 'queued'
  return /executing/i.test(stage) ? 'executing' : null
}

const refusalOf = (asking: Asking, { redact, processName, buildId }: EngineLease, status: number, text: string): QueryFailed => {
  const { tenantId, deploymentId } = asking.target
  asking.recordEngineError({
    tenantId,
    deploymentId,
    processName,
    buildId,
    caller: String(ownKeyOf(asking.caller)),
    requestId: asking.requestId,
    status,
    text: redactedError(text, redact),
  })
  const safe = safeErrorOf(status, text)
  const cause = refusalCause(safe.code, text)
  return new QueryFailed(safe.code, safe.error, { isRetryable: safe.status >= 500 || cause === 'busy', isOfQuery: cause === 'asked' })
}

const parsed = (text: string): Record<string, unknown> => {
  const answer = JSON.parse(text) as unknown
  if (!isObject(answer)) throw new TypeError('The engine answered with something else than an object.')
  return answer
}

/** The cost is in units of a small query. */
type Sent = { method: 'GET' | 'POST'; path: string; body: string | null; cost: number }

type Exchange = { asking: Asking; lease: EngineLease; sent: Sent; held: HeldBytes; signal: AbortSignal; onResponse: () => void }

const askLeased = async ({ asking, lease, sent, held, signal, onResponse }: Exchange): Promise<Asked> => {
  const { method, path, body } = sent
  const { statusCode, body: answer } = await lease.dispatcher.request({
    origin: 'http://engine',
    ...{ method, path, body },
    headers: {
      authorization: lease.sign(asking.pinned),
      'x-request-id': asking.requestId,
      accept: 'application/json',
      ...(body === null ? {} : { 'content-type': 'application/json' }),
    },
    headersTimeout,
    bodyTimeout,
    signal,
  })
  onResponse()
  const text = await read(answer as AsyncIterable<Buffer>, statusCode, held)
  if (statusCode !== 200) throw refusalOf(asking, lease, statusCode, text)
  const said = parsed(text)
  if (said['error'] === undefined) return { answer: said, buildId: lease.buildId }
  if (said['error'] === 'Continue wait') return { stage: stageOf(said['stage']), seconds: 0 }
  throw refusalOf(asking, lease, 400, text)
}

/** One request to the engine, with a place and a lease for as long as it takes and no longer. */
export const askOnce = async (asking: Asking, sent: Sent, held: HeldBytes, signal: AbortSignal): Promise<Asked> => {
  const { caller, target } = asking
  const { tenantId } = caller
  const { environmentId } = target
  const { cost } = sent
  const leave = await asking.dataPlaces.enter({ tenantId, countedAs: caller, environmentId, cost }, signal)
  let isWithEngine = false
  try {
    const lease = await asking.engines.acquire({ ...target, holder: { key: String(ownKeyOf(caller)), cost } }, signal)
    const rejecting = new AbortController()
    lease.onRejected((reason) => rejecting.abort(reason))
    const onResponse = (): void => {
      isWithEngine = false
    }
    isWithEngine = true
    try {
      return await askLeased({ asking, lease, sent, held, signal: AbortSignal.any([signal, rejecting.signal]), onResponse })
    } catch (error) {
      if (error instanceof Failure || error instanceof QueryFailed || signal.aborted) throw error
      throw new QueryFailed('engine_failed', 'The engine broke off while it answered. Ask again.', { isRetryable: true, cause: error })
    } finally {
      lease.release()
    }
  } finally {
    leave(isWithEngine)
  }
}

/** A request whose turn did not come in time is repeated, like one that the engine is still busy with. */
const askInTurn = async (asking: Asking, sent: Sent, held: HeldBytes, signal: AbortSignal): Promise<Asked> => {
  try {
    return await askOnce(asking, sent, held, signal)
  } catch (error) {
    if (error instanceof WaitTimeout && !signal.aborted) return { stage: 'queued', seconds: 0 }
    throw error
  }
}

/** Asks until there is an answer, as clients of the data API do; says meanwhile what is waited for. */
export async function* askEngine(asking: Asking, query: ReportQuery, held: HeldBytes, signal: AbortSignal): AsyncGenerator<Asked> {
  const sinceMs = performance.now()
  const body = JSON.stringify({
    query: { ...query, responseFormat: 'columnar' },
    ...(asking.isFresh ? { cache: 'must-revalidate' } : {}),
  })
  const sent: Sent = { method: 'POST', path: '/cubejs-api/v1/load', body, cost: queryCost(query) }
  for (;;) {
    const asked = await askInTurn(asking, sent, held, signal)
    if ('answer' in asked) {
      yield asked
      return
    }
    const passedMs = performance.now() - sinceMs
    if (passedMs > maxQueryMs)
      throw new QueryFailed('query_too_slow', `The query had no answer after ${maxQueryMs / 60_000} minutes. Ask again later.`, {
        isRetryable: true,
      })
    yield { stage: asked.stage, seconds: Math.round(passedMs / 1000) }
    await pause(pauseMs, undefined, { signal })
  }
}
