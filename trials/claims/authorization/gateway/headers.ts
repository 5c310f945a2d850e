const plainHeaders = `
  x-cube-authorization X-Cube-Authorization proxy-authorization x-facet-forwarded x-facet-node x-user server x-powered-by
  user-agent accept-language origin-agent-cluster x-api-key x-b3-traceid
`

/** Headers that the engine must not receive from a caller. The trial sends each with a valid token. */
export const swallowedHeaders: [name: string, value: string][] = [
  ...plainHeaders
    .trim()
    .split(/\s+/)
    .map((name): [string, string] => [name, 'planted']),
  ['cookie', 'planted=1'],
  ['x-forwarded-for', '203.0.113.9'],
  ['x-forwarded-port', '99'],
  ['x-forwarded-prefix', '/planted'],
  ['forwarded', 'for=203.0.113.9'],
  ['x-real-ip', '203.0.113.9'],
  ['x-original-url', '/planted'],
  ['x-rewrite-url', '/planted'],
  ['x-http-method-override', 'DELETE'],
  ['x-method-override', 'DELETE'],
  ['x-security-context', '{"cubeCloud":{}}'],
  ['x-tenant-id', '1'],
  ['te', 'trailers'],
  ['trailer', 'authorization'],
  ['upgrade', 'websocket'],
  ['keep-alive', 'timeout=99'],
  ['proxy-connection', 'keep-alive'],
  ['via', '1.1 planted'],
  ['referer', 'https://planted.test/'],
  ['accept-encoding', 'gzip, br'],
  ['if-none-match', '"planted"'],
  ['range', 'bytes=0-1'],
  ['tracestate', 'planted=1'],
  ['baggage', 'planted=1'],
]

/** The headers that the engine receives. */
export const passedHeaders = new Set(
  'authorization x-request-id traceparent accept content-type content-length host connection transfer-encoding'.split(' '),
)
