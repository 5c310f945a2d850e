import { createServer } from 'node:http'
import { openSocketEngines } from '../../../apps/server/test/socket-engines.ts'

/** A bare proxy (node:http and undici) in front of the engine: no tokens, limits or logs. The baseline of `bench proxy`. */
const [socketPath = ''] = process.argv.slice(2)
const [host = '', port = ''] = (process.env['FACET_LISTEN'] ?? '').split(':')
const { dispatcher } = openSocketEngines(socketPath)

createServer(({ url, headers: { authorization = '' } }, response) => {
  dispatcher.dispatch(
    { method: 'GET', path: url ?? '/', headers: { authorization } },
    {
      onRequestStart: () => undefined,
      onResponseStart: (_, status, headers) => {
        response.writeHead(status, { 'content-type': 'application/json', 'content-length': Number(headers['content-length']) })
      },
      onResponseData: (_, chunk) => void response.write(chunk),
      onResponseEnd: () => void response.end(),
      onResponseError: () => void response.destroy(),
    },
  )
}).listen(Number(port), host)
