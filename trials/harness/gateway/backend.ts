import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

/**
 * A stand-in for an engine, on a socket file for the gateway and on a port. Responds with 2 kB of JSON after 20 ms. The query can
 * ask for another `delay`, an endless `stream`, or an `echo` of the request.
 */
const [socketPath = ''] = process.argv.slice(2)
const [host = '', port = ''] = (process.env['FACET_LISTEN'] ?? '').split(':')

const row = { 'orders.status': 'shipped', 'orders.count': '1234' }
const rows = Array.from({ length: 40 }, () => row)
const body = JSON.stringify({ data: rows }).padEnd(2048, ' ')
const chunk = Buffer.alloc(16_384, 'x')

const answer = (response: ServerResponse, said: string): void => {
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(said),
    server: 'backend',
    'x-powered-by': 'x',
  })
  response.end(said)
}

const streamTo = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', more)
  more()
}

const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://backend')
  const asked = new URLSearchParams(searchParams.get('query') ?? '')
  if (pathname === '/readyz') return answer(response, '{}')
  if (pathname === '/cubejs-api/v1/cubesql') {
    response.writeHead(501, { 'content-type': 'application/json' })
    return void response.end('{"error":"facet:needs_native_addon"}')
  }
  if (asked.has('echo') || request.method === 'POST') {
    const sent = await text(request)
    return answer(response, JSON.stringify({ method: request.method, url: request.url, headers: request.headers, body: sent }))
  }
  if (asked.has('stream')) return streamTo(response)
  const delay = Number(asked.get('delay') ?? 20)
  if (delay === 0) return answer(response, body)
  setTimeout(() => answer(response, body), delay)
}

for (const at of [{ path: socketPath }, { host, port: Number(port) }])
  createServer((request, response) => void take(request, response)).listen(at)
