import { send } from '@facet/testkit/net'

export type Ask = {
  about: string
  method: string
  path: string
  headers?: Record<string, string>
  body?: unknown
  /** Sent unchanged, valid or not. */
  rawBody?: string
  /** Secrets that the response may contain. They are removed before the search. */
  gives?: (text: string) => string[]
}
export type Answer = { status: number; text: string }
export type Recorder = {
  ask: (ask: Ask) => Promise<Answer>
  content: () => Buffer
  statuses: () => Record<string, number>
}

/** Sends requests and keeps every response with its headers. */
export const createRecorder = (baseUrl: string, common: Record<string, string>): Recorder => {
  const kept: Buffer[] = []
  const statuses: Record<string, number> = {}
  const ask = async ({ about, method, path, headers = {}, body, rawBody, gives }: Ask): Promise<Answer> => {
    const sent = rawBody ?? (body === undefined ? undefined : JSON.stringify(body))
    const type = sent === undefined ? {} : { 'content-type': 'application/json' }
    const answer = await send(`${baseUrl}${path}`, {
      method,
      headers: { ...common, ...type, ...headers },
      ...(sent === undefined ? {} : { body: sent }),
    })
    const { status, text } = answer
    statuses[status] = (statuses[status] ?? 0) + 1
    const shown = (gives?.(text) ?? []).reduce((rest, given) => rest.replaceAll(given, '[given]'), text)
    kept.push(Buffer.from(`${about}\n${status}\n${JSON.stringify(answer.headers)}\n\n${shown}\n`))
    return { status, text }
  }
  return { ask, content: () => Buffer.concat(kept), statuses: () => statuses }
}
