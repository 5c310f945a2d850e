import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import type { FacetProcess } from './facet-process.ts'

/** Status 0: no response, and the outcome is unknown. */
export type Answer = {
  status: number
  code: string
  body: Record<string, unknown>
  headers: IncomingHttpHeaders
  retryAfter: string | null
  tookMs: number
}

export type Asking = {
  method?: string
  path: string
  host: string
  authorization?: string
  body?: unknown
  headers?: Record<string, string>
  /** The caller disconnects after this time. */
  timeoutMs?: number
}

export type Caller = { ask: (process: Pick<FacetProcess, 'url'>, asking: Asking) => Promise<Answer>; close: () => void }

const jsonOf = (text: string): Record<string, unknown> => {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** Sends each request once, and returns every response, errors included. */
export const createCaller = (maxSockets = 256): Caller => {
  const agent = new Agent({ keepAlive: true, maxSockets })
  return {
    ask: (process, { method = 'GET', path, host, authorization, body, headers, timeoutMs }) =>
      new Promise((resolve) => {
        const startedMs = performance.now()
        const end = (answer: Omit<Answer, 'tookMs'>): void => resolve({ ...answer, tookMs: performance.now() - startedMs })
        const lost = (): void => end({ status: 0, code: 'no_answer', body: {}, headers: {}, retryAfter: null })
        const sent = body === undefined ? undefined : JSON.stringify(body)
        const outgoing = request(`${process.url}${path}`, {
          agent,
          method,
          ...(timeoutMs === undefined ? {} : { signal: AbortSignal.timeout(timeoutMs) }),
          headers: {
            'x-forwarded-host': host,
            ...(authorization === undefined ? {} : { authorization }),
            ...(sent === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
            ...headers,
          },
        })
        outgoing.on('error', lost)
        outgoing.on('response', (response) => {
          const parts: Buffer[] = []
          response.on('error', lost)
          response.on('data', (part: Buffer) => parts.push(part))
          response.on('end', () => {
            const found = jsonOf(Buffer.concat(parts).toString())
            const code = typeof found['code'] === 'string' ? found['code'] : ''
            const { headers: told } = response
            end({ status: response.statusCode ?? 0, code, body: found, headers: told, retryAfter: told['retry-after'] ?? null })
          })
        })
        outgoing.end(sent)
      }),
    close: () => agent.destroy(),
  }
}
