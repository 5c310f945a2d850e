import { type Accepted, type Action, type Handlers, openLegacyHost, originAround, type Problem, serveHost } from '@facet/embed/page'

/** The window around, whichever way it listens. */
export type HostLink = {
  /** One of the events of the wire, by its name without `cube:event:`. */
  event: (type: string, payload: unknown) => void
  failed: (problem: Problem) => void
  /** Asks for another session. */
  expired: (problem: Problem) => void
  /** Asks for a session that opens the dashboard anew. */
  reopen: (problem: Problem) => void
  revoked: (problem: Problem) => void
  observe: (wrapper: Element) => () => void
  /** Whether it brings another session when asked. */
  canRenew: boolean
}

/** Both forms at once: the one of the SDK, and the names that the wire has. */
const errorPayload = ({ code, message, retryable, requestId }: Problem) => ({
  code,
  message,
  retryable,
  ...(requestId === undefined ? {} : { requestId }),
  name: code,
  fatal: true,
})

export const linkPort = (accepted: Accepted, handlers: Handlers): HostLink => {
  const { event, expired, reopen, revoked, observe } = serveHost(accepted, handlers)
  // The SDK hears of a start that failed by the answer to it.
  return { event, expired, reopen, revoked, observe, failed: () => undefined, canRenew: true }
}

/**
 * A host without an SDK. Who may be around was settled by `frame-ancestors`, so the origin that the browser tells is one of the tenant's.
 * Not every browser tells it to every page; then it is one of those that the service named.
 */
export const linkWindow = (view: Window, named: () => readonly string[], onAction: (action: Action) => void): HostLink => {
  const around = originAround(view)
  const origins = () => (around === undefined ? named() : [around])
  const { event } = openLegacyHost({ view, origins, surface: 'dashboard', onAction })
  const failed = (problem: Problem): void => event('error', errorPayload(problem))
  return { event, failed, expired: failed, reopen: failed, revoked: failed, observe: () => () => undefined, canRenew: false }
}
