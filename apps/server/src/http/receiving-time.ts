import type { IncomingMessage, Server } from 'node:http'

type Receiving = { timer: NodeJS.Timeout; giveUp: () => void }

const receiving = new WeakMap<IncomingMessage, Receiving>()

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

const tooSlow = (): Error => Object.assign(new Error('The request did not arrive in time.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

/** A body has so long to arrive. Node has one limit for all requests of a server, and a large file is given more. */
export const limitReceiving = (server: Server, timeoutMs: number): void => {
  server.prependListener('request', (request: IncomingMessage) => {
    if (request.complete || !hasBody(request)) return
    const giveUp = (): void => {
      // What is told of it, and how, is decided where Node's own limit is.
      if (!request.complete) server.emit('clientError', tooSlow(), request.socket)
    }
    receiving.set(request, { timer: setTimeout(giveUp, timeoutMs), giveUp })
    const done = (): void => clearTimeout(receiving.get(request)?.timer)
    request.once('end', done)
    request.once('close', done)
  })
}

/** From now on; nothing where all of it has come. */
export const allowReceiving = (request: IncomingMessage, timeoutMs: number): void => {
  const limited = receiving.get(request)
  if (!limited || request.complete) return
  clearTimeout(limited.timer)
  limited.timer = setTimeout(limited.giveUp, timeoutMs)
}
