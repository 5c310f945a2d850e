import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

export type StoreAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** One request to the store, whole, before anything was done about it. */
export type StoreExchange = {
  method: string
  /** Empty for what is not about one object. */
  key: string
  body: Buffer
  /** Has the store do it, and answers what it says. */
  forward: () => Promise<StoreAnswer>
  /** The store gets so many bytes of the request, and then the line breaks. */
  forwardPart: (share: number) => void
  answer: (answer: StoreAnswer) => void
  /** The line breaks before an answer. */
  cut: () => void
  /** Resolves when the asker is gone. */
  left: Promise<void>
}

export type StoreBehaviour = (exchange: StoreExchange) => Promise<void>

export const asAsked: StoreBehaviour = async (exchange) => exchange.answer(await exchange.forward())

/** Stands between nodes and the store and treats each request as it is told. */
export type StoreRelay = {
  url: string
  behave: (behaviour: StoreBehaviour) => void
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

const forwardTo = (endpoint: string, { method = '', url = '', headers }: IncomingMessage, body: Buffer): Promise<StoreAnswer> =>
  new Promise((resolve, reject) => {
    const upstream = request(`${endpoint}${url}`, { method, headers }, (answer) => {
      wholeOf(answer).then((got) => resolve({ status: answer.statusCode ?? 500, headers: answer.headers, body: got }), reject)
    })
    upstream.on('error', reject)
    upstream.end(body)
  })

const forwardPartTo = (endpoint: string, { method = '', url = '', rawHeaders }: IncomingMessage, part: Buffer): void => {
  const { hostname, port } = new URL(endpoint)
  const store = connect({ host: hostname, port: Number(port) })
  store.on('error', () => undefined)
  const lines = Array.from({ length: rawHeaders.length / 2 }, (_, at) => `${rawHeaders[2 * at]}: ${rawHeaders[2 * at + 1]}`)
  store.write(`${[`${method} ${url} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`)
  store.write(part, () => store.destroySoon())
}

const exchangeOf = (endpoint: string, bucket: string, asked: IncomingMessage, response: ServerResponse, body: Buffer): StoreExchange => {
  const path = decodeURIComponent((asked.url ?? '').split('?', 1)[0] ?? '')
  const inBucket = `/${bucket}/`
  return {
    method: asked.method ?? '',
    key: path.startsWith(inBucket) ? path.slice(inBucket.length) : '',
    body,
    forward: () => forwardTo(endpoint, asked, body),
    forwardPart: (share) => forwardPartTo(endpoint, asked, body.subarray(0, Math.floor(body.length * share))),
    answer: (answer) => {
      if (response.destroyed) return
      response.writeHead(answer.status, answer.headers)
      response.end(answer.body)
    },
    cut: () => void response.socket?.destroy(),
    left: new Promise((resolve) => void response.once('close', () => resolve())),
  }
}

const listenOn = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })

export const startStoreRelay = async (endpoint: string, bucket: string): Promise<StoreRelay> => {
  let behaviour = asAsked
  const server = createServer((asked, response) => {
    const serve = async (): Promise<void> => behaviour(exchangeOf(endpoint, bucket, asked, response, await wholeOf(asked)))
    serve().catch(() => response.socket?.destroy())
  })
  const goAway = async (): Promise<void> => {
    if (!server.listening) return
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  }
  await listenOn(server, 0)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    behave: (next) => {
      behaviour = next
    },
    goAway,
    comeBack: () => listenOn(server, port),
    close: goAway,
  }
}
