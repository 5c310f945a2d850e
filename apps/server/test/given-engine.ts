import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Engines as HostedEngines, routeEngines } from '#engine/hosting'
import type { EngineErrorReport, Engines, Gateway } from '#gateway'
import type { Services } from '#context'
import type { DataSight } from '#process/api'
import { openGateway } from '#process/data-plane'
import { openSocketEngines } from './socket-engines.ts'

export type Asked = { method: string; url: string; headers: IncomingHttpHeaders; body: string }
export type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** What stands at the place of an engine: a real HTTP server on a socket, which answers as a test says and keeps what it was asked. */
export type StandInEngine = {
  engines: Engines
  asked: Asked[]
  errors: EngineErrorReport[]
  answer: (next: Answer) => void
  /** From now on without reading the body of what is asked. */
  answerUnread: (next: Answer) => void
  /** From now on answers requests for metadata with these measures, and keeps them out of `asked`. */
  describe: (measures: readonly object[]) => void
  beStarting: () => () => void
  waiting: () => number
  sockets: () => number
  leases: () => number
  openGateway: (services: Services) => (seen: DataSight) => Gateway
  stop: () => Promise<void>
}

/** What a request was signed for: the stand-in signs by writing it down. */
export const pinnedOf = ({ headers }: Pick<Asked, 'headers'>): { ctx: Record<string, unknown>; facet: object } =>
  JSON.parse(Buffer.from(headers.authorization ?? '', 'base64url').toString()) as { ctx: Record<string, unknown>; facet: object }

export const contextOf = (asked: Pick<Asked, 'headers'>): Record<string, unknown> => pinnedOf(asked).ctx

export const answerWith =
  (status: number, body: string, headers: Record<string, string> = {}): Answer =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
    response.end(body)
  }

/** As a gateway sees the engines of its own node. */
const routed = (engines: Engines): Engines => {
  const nobody = {
    lease: () => {
      throw new Error('There is no other node.')
    },
    close: async () => undefined,
  }
  return routeEngines(engines as HostedEngines, { nodeOf: () => 'self' }, nobody)
}

const good = answerWith(200, '{"data":[]}')

export const startStandInEngine = async (): Promise<StandInEngine> => {
  const socketPath = join(tmpdir(), `engine-${randomBytes(6).toString('hex')}.sock`)
  const asked: Asked[] = []
  const errors: EngineErrorReport[] = []
  const sockets = new Set<object>()
  let [answering, isReading] = [good, true]
  let describing: Answer | null = null
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (describing && request.url?.endsWith('/v1/meta')) return describing(request, response)
    const answer = answering
    const body = isReading ? await text(request).catch(() => 'broken off') : 'not read'
    asked.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
    answer(request, response)
  }
  const server = createServer((request, response) => void take(request, response))
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(socketPath, resolve))
  const { engines, beStarting, waiting, leases, close } = openSocketEngines(socketPath)
  return {
    engines,
    asked,
    errors,
    answer: (next) => {
      ;[answering, isReading] = [next, true]
    },
    answerUnread: (next) => {
      ;[answering, isReading] = [next, false]
    },
    describe: (measures) => {
      describing = answerWith(200, JSON.stringify({ cubes: [{ measures }] }))
    },
    beStarting,
    waiting,
    sockets: () => sockets.size,
    leases,
    openGateway: (services) => (seen) =>
      openGateway(services, { ...seen, engines: routed(engines), onEngineError: (report) => void errors.push(report) }),
    stop: async () => {
      await close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(socketPath, { force: true })
    },
  }
}
