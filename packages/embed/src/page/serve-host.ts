import type { Problem } from '../error.ts'
import { type Call, type Change, type Granted, isObject, type Live, type Started, type Told, type Why } from '../protocol/messages.ts'
import type { Accepted } from './accept-host.ts'
import { observeHeight } from './height.ts'
import { idOf, readCall } from './read-call.ts'

/** What the page does when its host asks. What it throws goes to the host: a Problem as it is, anything else without its text. */
export type Handlers = {
  /** Also after a start that failed: the session is then another. */
  start: (session: string, live: Live, origin: string) => Promise<Started>
  /** Takes the next token in place of the one in use. Nothing is loaded anew, and filters stay. */
  renew: (session: string, why: Exclude<Why, 'start'>) => Promise<Granted>
  /** A part that is there and undefined is taken back. */
  set: (change: Change) => Promise<void>
  refresh: () => Promise<void>
}

export type Host = {
  /** One of the events of the wire, by its name without `cube:event:`. */
  event: (type: string, payload: unknown) => void
  /** The token has ended: the host is asked for a new session, and calls `renew`. */
  expired: (problem: Problem) => void
  /** The dashboard is opened anew: the host is asked for a session, and calls `renew`. */
  reopen: (problem: Problem) => void
  revoked: (problem: Problem) => void
  /** Tells the height of what is shown, where the host wants to know it. */
  observe: (wrapper: Element) => () => void
  close: () => void
}

const internal: Problem = { code: 'page_error', message: 'The page in the frame has a fault.', retryable: false }
const heightLoop: Problem = {
  code: 'height_loop',
  message: 'The content follows the height of the frame, which follows the content. The height stays as it is.',
  retryable: false,
}

const isProblem = (value: unknown): value is Problem =>
  isObject(value) && typeof value['code'] === 'string' && typeof value['message'] === 'string' && typeof value['retryable'] === 'boolean'

const toProblem = ({ code, message, retryable, requestId }: Problem): Problem => ({
  code,
  message,
  retryable,
  ...(requestId === undefined ? {} : { requestId }),
})

/** Answers the host over its port, in the order of its calls' ends, and tells it what happens. */
export const serveHost = ({ origin, port, listen }: Accepted, handlers: Handlers): Host => {
  let isOfContent = false
  const tell = (told: Told): void => port.postMessage(told)

  const answer = (call: Call): Promise<unknown> => {
    switch (call.call) {
      case 'start':
        isOfContent = call.height
        return handlers.start(call.session, call.live, origin)
      case 'renew':
        return handlers.renew(call.session, call.why as 'renew' | 'expired')
      case 'set':
        return handlers.set(call.change)
      default:
        return handlers.refresh()
    }
  }
  const serve = async (data: unknown): Promise<void> => {
    const id = idOf(data)
    if (id === undefined) return
    const call = readCall(data)
    if (!call)
      return tell({
        tell: 'refusal',
        id,
        problem: { code: 'invalid_message', message: 'The page does not know this call, or a part of it.', retryable: false },
      })
    try {
      tell({ tell: 'answer', id, value: await answer(call) })
    } catch (error) {
      tell({ tell: 'refusal', id, problem: isProblem(error) ? toProblem(error) : internal })
    }
  }

  listen((data) => void serve(data))

  return {
    event: (type, payload) => tell({ tell: 'event', type, payload }),
    expired: (problem) => tell({ tell: 'ended', why: 'expired', problem }),
    reopen: (problem) => tell({ tell: 'ended', why: 'reopen', problem }),
    revoked: (problem) => tell({ tell: 'ended', why: 'revoked', problem }),
    observe: (wrapper) =>
      isOfContent
        ? observeHeight(wrapper, {
            send: (px) => tell({ tell: 'height', px }),
            onLoop: () => tell({ tell: 'event', type: 'error', payload: heightLoop }),
          })
        : () => undefined,
    close: () => port.close(),
  }
}
