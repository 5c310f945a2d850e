import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { listenOnLoopback } from './loopback.ts'

export type HttpAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** What the server is asked in place of what the client asked. `headers`: name, value, name, value, …; without a time it is waited for. */
export type ForwardOptions = { url?: string; headers?: string[]; body?: Buffer; timeoutMs?: number }

/** One request, whole, before anything was done about it. */
export type HttpExchange = {
  method: string
  /** Path and query. */
  url: string
  headers: IncomingHttpHeaders
  rawHeaders: string[]
  body: Buffer
  /** Has the server do it, and answers what it says. */
  forward: (instead?: ForwardOptions) => Promise<HttpAnswer>
  /** The server gets this share of the body, and then the connection breaks. */
  forwardPart: (share: number) => void
  answer: (answer: HttpAnswer) => void
  /** The client gets so many bytes of the body, and then the connection breaks. */
  answerPart: (answer: HttpAnswer, bytes: number) => void
  /** The connection breaks before an answer. */
  cut: () => void
  /** Resolves when the client is gone, or has its answer. */
  left: Promise<void>
}

/** What becomes of a request. One that it throws for is cut. */
export type HttpBehaviour = (exchange: HttpExchange) => Promise<void>

export const asAsked: HttpBehaviour = async (exchange) => exchange.answer(await exchange.forward())

/** Stands between clients and a server and treats each request as it is told: only at this level is an answer told from a question. */
export type HttpRelay = {
  url: string
  behave: (behaviour: HttpBehaviour) => void
  /** Nobody listens any more; connections are gone. */
  goAway: () => Promise<void>
  comeBack: () => Promise<void>
  close: () => Promise<void>
}

const wholeOf = async (stream: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const forwardTo = (endpoint: string, method: string, { url, headers, body, timeoutMs }: ForwardOptions): Promise<HttpAnswer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(endpoint)
    const options = { hostname, port, path: url, method, headers, ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }) }
    const upstream = request(options, (answer) => {
      wholeOf(answer).then((got) => resolve({ status: answer.statusCode ?? 500, headers: answer.headers, body: got }), reject)
    })
    upstream.on('timeout', () => upstream.destroy(new Error(`No answer within ${timeoutMs} ms.`)))
    upstream.on('error', reject)
    upstream.end(body)
  })

const forwardPartTo = (endpoint: string, { method = '', url = '', rawHeaders }: IncomingMessage, part: Buffer): void => {
  const { hostname, port } = new URL(endpoint)
  const server = connect({ host: hostname, port: Number(port) })
  server.on('error', () => undefined)
  const lines = Array.from({ length: rawHeaders.length / 2 }, (_, at) => `${rawHeaders[2 * at]}: ${rawHeaders[2 * at + 1]}`)
  server.write(`${[`${method} ${url} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`)
  server.write(part, () => server.destroySoon())
}

const exchangeOf = (endpoint: string, asked: IncomingMessage, response: ServerResponse, body: Buffer): HttpExchange => {
  const { method = '', url = '', headers, rawHeaders } = asked
  const begin = (answer: HttpAnswer): ServerResponse | null =>
    response.destroyed ? null : response.writeHead(answer.status, answer.headers)
  return {
    method,
    url,
    headers,
    rawHeaders,
    body,
    forward: (instead) => forwardTo(endpoint, method, { url, headers: rawHeaders, body, ...instead }),
    forwardPart: (share) => forwardPartTo(endpoint, asked, body.subarray(0, Math.floor(body.length * share))),
    answer: (answer) => void begin(answer)?.end(answer.body),
    // What was written arrives first.
    answerPart: (answer, bytes) => void begin(answer)?.write(answer.body.subarray(0, bytes), () => response.socket?.destroySoon()),
    cut: () => void response.socket?.destroy(),
    left: new Promise((resolve) => void response.once('close', () => resolve())),
  }
}

export const openHttpRelay = async (endpoint: string, first: HttpBehaviour = asAsked): Promise<HttpRelay> => {
  let behaviour = first
  const server = createServer({ keepAliveTimeout: 65_000 }, (asked, response) => {
    const serve = async (): Promise<void> => behaviour(exchangeOf(endpoint, asked, response, await wholeOf(asked)))
    serve().catch(() => response.socket?.destroy())
  })
  const { port, shut, reopen } = await listenOnLoopback(server, () => server.closeAllConnections())
  return {
    url: `http://127.0.0.1:${port}`,
    behave: (next) => {
      behaviour = next
    },
    goAway: shut,
    comeBack: reopen,
    close: shut,
  }
}
