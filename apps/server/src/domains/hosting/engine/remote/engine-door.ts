import type { IncomingMessage, ServerResponse } from 'node:http'
import { Failure } from '#kernel/failure'
import type { EngineCall, EngineNodes } from '#nodes'
import type { EngineLease, Engines, EnvironmentId, PinnedCaller } from '../engines/index.ts'
import { type Opened, openEnvelope } from './envelope.ts'
import { createRedactedAnswer, type RedactedAnswer } from './redacted-answer.ts'
import { boundTo, engineGone, engineHeader, environmentIn, refusalOf, refusedHeader, tokenHeader } from './wire.ts'

/** True: taken, and answered here. What no node sent is not taken: to anybody else the door is not there. */
export type EngineDoor = (request: IncomingMessage, response: ServerResponse) => boolean

type Parts = {
  /** Those of this node alone: what was passed on once is never passed on again. */
  engines: Pick<Engines, 'acquire'>
  tokens: Pick<EngineNodes['tokens'], 'read'>
  onProblem: (problem: { requestId: string; err: unknown }) => void
}

const callerGone = new Error('The node that asked went away.')
const passedOn = ['content-type', 'content-length', 'retry-after'] as const

const refuse = (request: IncomingMessage, response: ServerResponse, failure: Failure): void => {
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return
  }
  response.writeHead(failure.status, {
    [refusedHeader]: failure.code,
    'content-type': 'application/json',
    ...(request.complete ? {} : { connection: 'close' }),
  })
  response.end(JSON.stringify(refusalOf(failure)))
}

/** Asks the engine and streams what it says; the slower side sets the pace, and whoever goes away takes the other along. */
const passOn = (request: IncomingMessage, response: ServerResponse, lease: EngineLease, { envelope, body }: Opened): void => {
  const { dispatcher, processName, buildId } = lease
  const { method, path, caller } = envelope
  const signed = caller === '' ? [] : ['authorization', lease.sign(JSON.parse(caller) as PinnedCaller)]
  let resume = (): void => undefined
  let abort = (): void => undefined
  let redacted: RedactedAnswer | undefined
  response.on('drain', () => resume())
  // Also when all went well, and then there is nothing left to abort.
  response.on('close', () => abort())
  lease.onRejected((reason) => {
    refuse(request, response, reason)
    abort()
  })
  dispatcher.dispatch(
    { method, path, headers: [...envelope.headers, ...signed], body },
    {
      onRequestStart: (controller) => {
        abort = () => controller.abort(callerGone)
        resume = () => controller.resume()
        if (response.closed) abort()
      },
      onResponseStart: (_, status, from) => {
        if (status < 200 || response.closed) return
        const answered: Record<string, string> = { [engineHeader]: `${processName} ${buildId}` }
        redacted = createRedactedAnswer(status, path, lease.redact)
        for (const name of passedOn) {
          if (redacted.isChanged && name === 'content-length') continue
          const value = from[name]
          if (typeof value === 'string') answered[name] = value
        }
        response.writeHead(status, answered)
        // The node that asked may wait long for the first row; that there is an answer it can tell its caller now.
        response.flushHeaders()
      },
      onResponseData: (controller, chunk) => {
        if (!redacted || response.closed) return
        const passed = redacted.pass(chunk)
        if (passed.length > 0 && !response.write(passed)) controller.pause()
      },
      onResponseEnd: () => void response.end(redacted?.rest()),
      onResponseError: () => {
        if (!response.writableEnded) refuse(request, response, engineGone())
      },
    },
  )
}

/** Where other nodes ask the engines of this one. The process is leased here, and what it is told of the caller is signed here. */
export const createEngineDoor = ({ engines, tokens, onProblem }: Parts): EngineDoor => {
  const serve = async (request: IncomingMessage, response: ServerResponse, environment: EnvironmentId, call: EngineCall): Promise<void> => {
    const ending = new AbortController()
    let release = (): void => undefined
    response.once('close', () => {
      ending.abort(callerGone)
      release()
    })
    const opened = await openEnvelope(request, call)
    const { caller: key, cost = 1 } = opened.envelope
    const lease = await engines.acquire({ ...environment, holder: { key, cost } }, ending.signal)
    release = lease.release
    if (response.closed) release()
    else passOn(request, response, lease, opened)
  }
  return (request, response) => {
    const environment = request.method === 'POST' ? environmentIn(request.url ?? '') : null
    if (!environment) return false
    const call = tokens.read(request.headers[tokenHeader], boundTo(request.url ?? ''))
    if (!call) return false
    serve(request, response, environment, call).catch((error: unknown) => {
      if (response.closed) return
      if (!(error instanceof Failure)) onProblem({ requestId: call.requestId, err: error })
      refuse(request, response, error instanceof Failure ? error : engineGone())
    })
    return true
  }
}
