import { request } from 'node:http'

export type Ask = {
  about: string
  method: string
  path: string
  headers?: Record<string, string>
  body?: unknown
  /** Sent as it is, well-formed or not. */
  rawBody?: string
  /** What this answer is there to show: that alone is blanked out, and the rest of it searched like any other. */
  gives?: (text: string) => string[]
}
export type Answer = { status: number; text: string }
export type Recorder = {
  ask: (ask: Ask) => Promise<Answer>
  content: () => Buffer
  count: () => number
  statuses: () => Record<string, number>
}

/** Asks, and keeps every answer with its headers as it came over the wire. */
export const createRecorder = (baseUrl: string, common: Record<string, string>): Recorder => {
  const kept: Buffer[] = []
  const statuses: Record<string, number> = {}
  let count = 0
  const ask = ({ about, method, path, headers = {}, body, rawBody, gives }: Ask): Promise<Answer> => {
    const sent = rawBody ?? (body === undefined ? undefined : JSON.stringify(body))
    const url = new URL(baseUrl)
    const options = {
      host: url.hostname,
      port: url.port,
      method,
      path,
      headers: {
        ...common,
        ...(sent === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
        ...headers,
      },
    }
    return new Promise((resolve, reject) => {
      const outgoing = request(options, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          const status = response.statusCode ?? 0
          count++
          statuses[status] = (statuses[status] ?? 0) + 1
          const shown = (gives?.(text) ?? []).reduce((rest, given) => rest.replaceAll(given, '[given]'), text)
          kept.push(Buffer.from(`${about}\n${status}\n${response.rawHeaders.join('\n')}\n\n${shown}\n`))
          resolve({ status, text })
        })
      })
      outgoing.on('error', reject)
      outgoing.end(sent)
    })
  }
  return { ask, content: () => Buffer.concat(kept), count: () => count, statuses: () => statuses }
}
