import { type Agent, type IncomingHttpHeaders, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'

export type Sending = {
  method?: string
  headers?: Record<string, string>
  body?: string
  agent?: Agent
  /** The certificate to trust, for a listener with one of its own. */
  ca?: string
  /** The name the certificate is for, when the host header names another. */
  servername?: string
}

export type Answered = { status: number; headers: IncomingHttpHeaders; text: string; body: unknown }

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** One request exactly as told, host header included: clients tidy up what these tests are about. */
export const send = (url: string, { method = 'GET', headers = {}, body, agent, ca, servername }: Sending = {}): Promise<Answered> =>
  new Promise((resolve, reject) => {
    // Node names no length for methods that seldom have a body.
    const length = body === undefined || 'transfer-encoding' in headers ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const options = {
      method,
      headers: { ...length, ...headers },
      agent: agent ?? false,
      ...(ca === undefined ? {} : { ca }),
      ...(servername === undefined ? {} : { servername }),
    }
    const sent = url.startsWith('https:') ? overHttps(url, options) : overHttp(url, options)
    sent.on('error', reject)
    sent.on('response', (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('error', reject)
      answer.on('end', () => {
        const text = Buffer.concat(parts).toString()
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, body: parsed(text) })
      })
    })
    sent.end(body)
  })
