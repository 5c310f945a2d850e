import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { bootstrapOf, linesFor } from './fake-dashboard.ts'

type Body = {
  sessionId: string
  dashboardPublicId: string
  versionId: number
  locale?: string
  widgetIds: string[]
  filters: { widgetId: string; value: string[] | null }[]
}
export type Asked = { path: string; token: string | undefined; body: Body; isAborted: boolean }

const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html; charset=utf-8' }

/** As the service sends it: what it refuses, it must refuse here. */
const policyOf = (html: string): string => {
  const [, script = ''] = /<script>(.*?)<\/script>/s.exec(html) ?? []
  return [
    "default-src 'none'",
    `script-src 'self' 'sha256-${hash('sha256', script, 'base64')}'`,
    "style-src 'self'",
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types facet dompurify',
  ].join('; ')
}

export type FakeService = {
  origin: string
  asked: Asked[]
  /** Bodies of the requests for data. */
  data: () => Body[]
  /** Answers to data wait, from now on, until this is called. */
  hold: () => () => void
  /** Scripts and styles wait, until this is called. */
  holdFiles: () => () => void
  /** Publishes the dashboard again. */
  republish: () => void
  /** Ends the watched sessions with this line. */
  end: (line: object) => void
  /** Sessions in it were used. */
  used: Set<string>
  close: () => void
}

/** The built page, and the endpoints that it asks, as the contract has them. */
export const openFakeService = async (pageFolder: string): Promise<FakeService> => {
  const html = readFileSync(join(pageFolder, 'index.html'), 'utf8')
  const asked: Asked[] = []
  const watching = new Set<ServerResponse>()
  const used = new Set<string>()
  let held: Promise<unknown> = Promise.resolve()
  let heldFiles: Promise<unknown> = Promise.resolve()
  let versionId = 41

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
    await held
    for (const line of linesFor(body)) response.write(`${JSON.stringify(line)}\n`)
    response.end()
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
      const locale = body.locale === 'de-DE' ? 'de-DE' : 'en-US'
      return exchange(response, body.sessionId, () =>
        bootstrapOf({ session: body.sessionId, locale, publicId: body.dashboardPublicId, versionId }),
      )
    }
    if (path.endsWith('/session/token') || path.endsWith('/session/renew'))
      return exchange(response, body.sessionId, () => ({ token: `token-${body.sessionId}`, expires_in: 3600 }))
    if (path.endsWith('/data') && body.versionId !== versionId) return refuse(response, 'dashboard_republished', 409)
    if (path.endsWith('/data')) return serveData(response, body)
    if (path.endsWith('/choices'))
      return sendJson(response, 200, { items: ['shipped', 'open', 'none'].map((value) => ({ value, label: value })), hasMore: false })
    response.writeHead(200, { 'content-type': 'application/x-ndjson' }).write('{"type":"alive","expiresInSeconds":3600}\n')
    watching.add(response)
  }

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://here')
    if (pathname.startsWith('/api/')) return void answer(request, response, pathname)
    const file = pathname.startsWith('/embed/assets/') ? join(pageFolder, pathname.slice('/embed/'.length)) : ''
    if (file === '')
      return void response.writeHead(200, { 'content-type': types['.html'], 'content-security-policy': policyOf(html) }).end(html)
    if (!existsSync(file)) return void response.writeHead(404).end()
    void heldFiles.then(() => response.writeHead(200, { 'content-type': types[extname(file)] }).end(readFileSync(file)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    used,
    data: () => asked.filter(({ path }) => path.endsWith('/data')).map(({ body }) => body),
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<undefined>()
      held = promise
      return () => resolve(undefined)
    },
    holdFiles: () => {
      const { promise, resolve } = Promise.withResolvers<undefined>()
      heldFiles = promise
      return () => resolve(undefined)
    },
    republish: () => {
      versionId++
    },
    end: (line) => {
      for (const response of watching) response.end(`${JSON.stringify(line)}\n`)
      watching.clear()
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
