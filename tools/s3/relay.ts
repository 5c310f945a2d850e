import { createServer, type IncomingMessage, request, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

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

const listen = async (listener: RequestListener): Promise<Closing> => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const cutAfter = (answer: IncomingMessage, response: ServerResponse, bytes: number): void => {
  let left = bytes
  answer.on('data', (chunk: Buffer) => {
    response.write(chunk.subarray(0, left))
    left -= Math.min(left, chunk.length)
    if (left > 0) return
    answer.removeAllListeners('data').resume()
    // What was written arrives first.
    response.write('', () => response.socket?.destroySoon())
  })
}

/** Stands between a client and the store, at the level of requests: only so can it tell an answer from a question. */
export const openS3Relay = async (endpoint: string): Promise<S3Relay> => {
  let damage = { method: '', count: 0, bytes: 0 }
  let ranges: (string | undefined)[] = []

  const relay = await listen((asked, response) => {
    if (asked.method === 'GET') ranges.push(asked.headers.range)
    const { method = '', url = '', headers } = asked
    const upstream = request(`${endpoint}${url}`, { method, headers }, (answer) => {
      if (damage.method !== method || damage.count === 0) {
        response.writeHead(answer.statusCode ?? 500, answer.headers)
        return answer.pipe(response)
      }
      damage.count -= 1
      if (damage.bytes === 0) return response.socket?.destroy()
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      return cutAfter(answer, response, damage.bytes)
    })
    asked.pipe(upstream)
  })
  return {
    ...relay,
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
