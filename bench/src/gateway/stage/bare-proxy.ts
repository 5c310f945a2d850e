import { createServer } from 'node:http'
import { openSocketEngines } from '../../../../apps/server/test/socket-engines.ts'

/** Asks the engine and passes on what it says: no token, no limit, no log. What the gateway adds is to be seen beside what this adds. */
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
