import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'

export const forwardedHeader = 'x-facet-forwarded'

const hopsHeader = 'x-facet-hops'

/** How often a request says it was passed on. Anybody can say so; too often is all that it is good for. */
export const hopsOf = (headers: IncomingHttpHeaders): number => Number(/^\d{1,3}$/.exec(String(headers[hopsHeader]))?.[0] ?? 0)

// They speak of one connection and not of the request or the answer (RFC 9110, 7.6.1).
const ofOneConnection = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
]
const framing = ['content-length', 'transfer-encoding']
// What a proxy said has been judged here; the token says the outcome.
const ofProxies = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-port', 'x-forwarded-proto']

const without = (headers: IncomingHttpHeaders, dropped: string[]): OutgoingHttpHeaders => {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase())
  const out = new Set([...ofOneConnection, ...framing, ...dropped, ...named])
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !out.has(name)))
}

/** How long a body is follows from the request as it was read, and never from what a header asks to leave out. */
const lengthOf = (headers: IncomingHttpHeaders): OutgoingHttpHeaders => {
  if (headers['transfer-encoding'] !== undefined) return { 'transfer-encoding': 'chunked' }
  return headers['content-length'] === undefined ? {} : { 'content-length': headers['content-length'] }
}

/** The headers of a request as the owner gets them. */
export const forwardedRequestHeaders = (
  headers: IncomingHttpHeaders,
  own: { requestId: string; token: string; hasBody: boolean },
): OutgoingHttpHeaders => ({
  ...without(headers, [...ofProxies, 'expect', forwardedHeader, hopsHeader]),
  ...(own.hasBody ? lengthOf(headers) : {}),
  ...(headers.host === undefined ? {} : { host: headers.host }),
  'x-request-id': own.requestId,
  [forwardedHeader]: own.token,
  [hopsHeader]: String(hopsOf(headers) + 1),
})

/** The headers of an answer as the caller gets them. */
export const forwardedResponseHeaders = (headers: IncomingHttpHeaders): OutgoingHttpHeaders => ({
  ...without(headers, []),
  ...(headers['content-length'] === undefined ? {} : { 'content-length': headers['content-length'] }),
})
