import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { EmbedSessionNews } from '@facet/contract'
import type { FrameKind } from '../build/opaque-frames.ts'
import { type FakeDashboard, sales } from './fake-dashboard.ts'
import { framePolicy, pagePolicy } from './policies.ts'

type Body = {
  sessionId: string
  dashboardPublicId: string
  versionId: number
  locale?: string
  widgetIds: string[]
  filters: { widgetId: string; value: string[] | null }[]
}
export type Ended = Extract<EmbedSessionNews, { type: 'ended' }>
export type Asked = { path: string; token: string | undefined; body: Body; isAborted: boolean }

const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html; charset=utf-8' }

type Held = 'files' | 'bootstrap' | 'renewal' | 'data'

export type FakeService = {
  origin: string
  asked: Asked[]
  /** Bodies of the requests for data. */
  data: () => Body[]
  /** Files that break off while they are asked for. */
  lost: RegExp | null
  /** What is shown. */
  dashboard: FakeDashboard
  /** Answers of this kind wait, from now on, until what it returns is called. */
  hold: (what: Held) => () => void
  /** Whatever is asked from now on breaks off. */
  drop: () => void
  /** Publishes the dashboard again. */
  republish: () => void
  /** Ends the sessions: those that are watched are told by this line, and those that wait for rows by their widgets. */
  end: (line: Ended) => void
  /** Of the tenant. */
  embedOrigins: string[]
  /** Where the fonts of its theme come from. */
  fontOrigins: string[]
  /** Sessions in it were used. */
  used: Set<string>
  close: () => void
}

/** The built page, and the endpoints that it asks, as the contract has them. */
export const openFakeService = async (pageFolder: string): Promise<FakeService> => {
  const documentOf = (name: string): string => readFileSync(join(pageFolder, `${name}.html`), 'utf8')
  const shown: Pick<FakeService, 'dashboard' | 'lost'> = { dashboard: sales, lost: null }
  const asked: Asked[] = []
  const watching = new Set<ServerResponse>()
  const waiting = new Map<ServerResponse, string[]>()
  const used = new Set<string>()
  const held: Partial<Record<Held, Promise<unknown>>> = {}
  const embedOrigins: string[] = []
  const fontOrigins: string[] = []
  let versionId = 41
  let isDropping = false

  const sendJson = (response: ServerResponse, status: number, value: unknown): void =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  const refuse = (response: ServerResponse, code: string, status = 401): void =>
    sendJson(response, status, { code, message: `Refused: ${code}.`, requestId: 'request-1' })

  const exchange = (response: ServerResponse, session: string, answer: () => unknown): void => {
    if (used.has(session)) return refuse(response, 'session_used')
    used.add(session)
    sendJson(response, 200, answer())
  }
  const serveData = async (response: ServerResponse, body: Body): Promise<void> => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    response.flushHeaders()
    waiting.set(response, body.widgetIds)
    await held.data
    if (!waiting.delete(response)) return
    const lines = shown.dashboard.linesFor(body)
    for (const line of lines) response.write(`${JSON.stringify(line)}\n`)
    // Without its last line an answer is still under way.
    if (lines.some(({ type }) => type === 'ended')) response.end()
  }
  const answer = async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    const sent = await text(request)
    const body = (sent === '' ? {} : JSON.parse(sent)) as Body
    const entry: Asked = { path, token: request.headers.authorization?.replace('Bearer ', ''), body, isAborted: false }
    asked.push(entry)
    response.on('close', () => {
      entry.isAborted = !response.writableFinished
    })
    if (path.endsWith('/bootstrap')) {
      await held.bootstrap
      const locale = body.locale === 'de-DE' ? 'de-DE' : 'en-US'
      return exchange(response, body.sessionId, () =>
        shown.dashboard.bootstrapOf({ session: body.sessionId, locale, publicId: body.dashboardPublicId, versionId, embedOrigins }),
      )
    }
    if (path.endsWith('/session/token') || path.endsWith('/session/renew')) {
      await held.renewal
      return exchange(response, body.sessionId, () => ({ token: `token-${body.sessionId}`, expires_in: 3600 }))
    }
    if (path.endsWith('/data') && body.versionId !== versionId) return refuse(response, 'dashboard_republished', 409)
    if (path.endsWith('/data')) return serveData(response, body)
    if (path.endsWith('/choices'))
      return sendJson(response, 200, {
        items: ['shipped', 'open', 'none', null].map((value) => ({ value, label: value ?? '' })),
        hasMore: false,
      })
    response.writeHead(200, { 'content-type': 'application/x-ndjson' }).write('{"type":"alive","expiresInSeconds":3600}\n')
    watching.add(response)
  }

  const sendDocument = (response: ServerResponse, path: string): void => {
    const send = (html: string, policy: string): void =>
      void response.writeHead(200, { 'content-type': types['.html'], 'content-security-policy': policy }).end(html)
    const kind = /^\/embed\/(html|chart)-frame$/.exec(path)?.[1] as FrameKind | undefined
    if (kind) return send(documentOf(`${kind}-frame`), framePolicy(documentOf(`${kind}-frame`), kind))
    const html = documentOf(path === '/embed/doctor' ? 'doctor' : 'index')
    send(html, pagePolicy(html, fontOrigins))
  }

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://here')
    if (pathname.startsWith('/api/') && isDropping) return void response.destroy()
    if (pathname.startsWith('/api/')) return void answer(request, response, pathname)
    const file = pathname.startsWith('/embed/assets/') ? join(pageFolder, pathname.slice('/embed/'.length)) : ''
    if (file === '') return sendDocument(response, pathname)
    if (shown.lost?.test(file)) return void response.destroy()
    if (!existsSync(file)) return void response.writeHead(404).end()
    void Promise.resolve(held.files).then(() => response.writeHead(200, { 'content-type': types[extname(file)] }).end(readFileSync(file)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  const service: Omit<FakeService, 'dashboard' | 'lost'> = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    used,
    embedOrigins,
    fontOrigins,
    data: () => asked.filter(({ path }) => path.endsWith('/data')).map(({ body }) => body),
    hold: (what) => {
      const { promise, resolve } = Promise.withResolvers<undefined>()
      held[what] = promise
      return () => resolve(undefined)
    },
    drop: () => {
      isDropping = true
    },
    republish: () => {
      versionId++
    },
    end: (line) => {
      for (const response of watching) response.end(`${JSON.stringify(line)}\n`)
      for (const [response, widgetIds] of waiting)
        response.end(`${JSON.stringify({ ...line, type: 'failed', widgetIds, requestId: 'request-1', isRetryable: false })}\n`)
      watching.clear()
      waiting.clear()
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return Object.assign(shown, service)
}
