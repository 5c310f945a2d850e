import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { type Client, createClient, FacetFailure } from '@facet/client'
import type { Config } from './config.ts'
import { createLogins, type User } from './users.ts'

const read = (name: string): Promise<string> => readFile(join(import.meta.dirname, name), 'utf8')

const pages: Record<string, [type: string, content: () => Promise<string>]> = {
  '/': ['text/html; charset=utf-8', () => read('page.html')],
  '/embed.js': ['text/javascript', async () => stripTypeScriptTypes(await read('embed.ts'))],
}

const send = (response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void =>
  void response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers }).end(JSON.stringify(body))

/** Everything Facet is told about the user comes from our own records: nothing of the request gets in here. */
const mint = (api: Client, { deploymentId }: Config, user: User): Promise<{ sessionId: string }> =>
  api.generateSession({
    body: {
      deploymentId,
      externalId: user.id,
      embedTenantName: user.customer,
      userProfile: { displayName: user.name },
      groups: ['demo-viewers', ...(user.isPremium ? ['premium'] : [])],
      userAttributes: [
        { name: 'region', value: user.region },
        { name: 'company', value: user.company },
      ],
    },
  })

const userRoutes = new Set(['GET /api/view', 'POST /api/embed-session', 'POST /api/end-sessions'])

const isPassing = new Set<string>(['minting_frozen', 'rate_limited', 'service_unavailable', 'network_error'])

/** The page learns whether to come back; what is wrong with our request is for our log only. */
const answerFailure = (response: ServerResponse, failure: FacetFailure): void => {
  const { code, requestId, errors } = failure
  process.stderr.write(`${JSON.stringify({ message: failure.message, code, requestId, errors })}\n`)
  if (isPassing.has(code)) {
    const seconds = Math.ceil((failure.retryAfterMs ?? 5000) / 1000)
    return send(response, 503, { code: 'embedding_away', message: 'The view is away for the moment.' }, { 'retry-after': String(seconds) })
  }
  if (code === 'external_user_limit') return send(response, 403, { code, message: 'No more people can be added. Ask your administrator.' })
  return send(response, 502, { code: 'embedding_misconfigured', message: 'The view cannot be shown. We have been told.' })
}

export const createBackend = (config: Config): Server => {
  // A mint is no idempotent call, so the client never repeats it by itself; five seconds are long for one.
  const api = createClient({ baseUrl: config.facetUrl, key: config.facetKey, timeoutMs: 5000 })
  const revoker = createClient({ baseUrl: config.facetUrl, key: config.revokeKey, timeoutMs: 5000 })
  const logins = createLogins()

  /** What only somebody who is signed in may ask, about nobody else. */
  const answerUser = async (route: string, user: User, response: ServerResponse): Promise<void> => {
    if (route === 'GET /api/view') {
      const { facetUrl, dashboard } = config
      return send(response, 200, { facetUrl, dashboard, user: { name: user.name, customer: user.customer } })
    }
    if (route === 'POST /api/embed-session') {
      const { sessionId } = await mint(api, config, user)
      return send(response, 200, { sessionId, facetUrl: config.facetUrl, user: { name: user.name, customer: user.customer } })
    }
    // As when somebody signs out, leaves or loses a right: every frame of theirs ends within a second.
    await revoker.revokeEmbedSessions({ body: { externalId: user.id, embedTenantName: user.customer } })
    return send(response, 200, {})
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://backend')
    const page = request.method === 'GET' ? pages[pathname] : undefined
    if (page) return void response.writeHead(200, { 'content-type': page[0] }).end(await page[1]())
    if (request.method === 'POST' && pathname === '/api/login') {
      const cookie = logins.signIn(searchParams.get('user') ?? '')
      return cookie
        ? send(response, 200, {}, { 'set-cookie': cookie })
        : send(response, 401, { code: 'unknown_user', message: 'Nobody has this name.' })
    }
    const route = `${request.method} ${pathname}`
    if (userRoutes.has(route)) {
      const user = logins.userOf(request.headers.cookie)
      return user ? answerUser(route, user, response) : send(response, 401, { code: 'signed_out', message: 'Sign in first.' })
    }
    return send(response, 404, { code: 'not_found', message: 'There is nothing here.' })
  }

  return createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (error instanceof FacetFailure) return answerFailure(response, error)
      process.stderr.write(`${String(error)}\n`)
      return send(response, 500, { code: 'internal_error', message: 'Something went wrong on our side.' })
    })
  })
}
