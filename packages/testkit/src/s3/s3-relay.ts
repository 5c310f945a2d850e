import { createServer, type RequestListener } from 'node:http'
import { type HttpBehaviour, listenOnLoopback, openHttpRelay } from '../relay/index.ts'

type Closing = { url: string; close: () => Promise<void> }

export type S3Relay = Closing & {
  /** The next so many answers to this method are lost: the store did what was asked, and nobody hears of it. */
  loseAnswers: (method: string, count: number) => void
  /** The next so many answers to this method end after these bytes of their body. */
  cutAnswers: (method: string, count: number, bytes: number) => void
  /** How many answers are still to be lost or cut. */
  lost: () => number
  /** The ranges that reads asked for since answers were last cut. */
  ranges: () => (string | undefined)[]
}

/** Stands between a client and the store and damages answers. */
export const openS3Relay = async (endpoint: string): Promise<S3Relay> => {
  let damage = { method: '', count: 0, bytes: 0 }
  let ranges: (string | undefined)[] = []

  const damageAnswers: HttpBehaviour = async ({ method, headers, forward, answer, answerPart, cut }) => {
    if (method === 'GET') ranges.push(headers.range)
    const answered = await forward()
    if (damage.method !== method || damage.count === 0) return answer(answered)
    damage.count -= 1
    return damage.bytes === 0 ? cut() : answerPart(answered, damage.bytes)
  }
  const { url, close } = await openHttpRelay(endpoint, damageAnswers)
  return {
    url,
    close,
    loseAnswers: (method, count) => {
      damage = { method, count, bytes: 0 }
    },
    cutAnswers: (method, count, bytes) => {
      ranges = []
      damage = { method, count, bytes }
    },
    lost: () => damage.count,
    ranges: () => ranges,
  }
}

const listen = async (listener: RequestListener): Promise<Closing> => {
  const server = createServer(listener)
  const { port, shut } = await listenOnLoopback(server, () => server.closeAllConnections())
  return { url: `http://127.0.0.1:${port}`, close: shut }
}

/** Takes requests and never answers. */
export const startSilentServer = (): Promise<Closing> => listen(() => undefined)

/** A store that keeps one object and writes over it whatever the request says, as servers do that do not know the condition. */
export const startForgetfulServer = (): Promise<Closing> => {
  let kept = Buffer.alloc(0)
  return listen((asked, response) => {
    const chunks: Buffer[] = []
    asked.on('data', (chunk: Buffer) => chunks.push(chunk))
    asked.on('end', () => {
      if (asked.method === 'PUT') kept = Buffer.concat(chunks)
      if (asked.method === 'POST') response.end('<DeleteResult/>')
      else response.end(asked.method === 'GET' ? kept : '')
    })
  })
}
