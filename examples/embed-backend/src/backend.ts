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
      groups: user.isPremium ? ['premium'] : [],
      userAttributes: [{ name: 'region', value: user.region }],
    },
  })

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
  const logins = createLogins()

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
    if (request.method === 'POST' && pathname === '/api/embed-session') {
      const user = logins.userOf(request.headers.cookie)
      if (!user) return send(response, 401, { code: 'signed_out', message: 'Sign in first.' })
      const { sessionId } = await mint(api, config, user)
      return send(response, 200, { sessionId, facetUrl: config.facetUrl, user: { name: user.name, customer: user.customer } })
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
