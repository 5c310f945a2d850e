import { createServer } from 'node:http'

// Holds every answer open after its first line: what a stream costs where nobody is asked who may have it.
const [host, port] = (process.env['FACET_LISTEN'] ?? '').split(':')

createServer((request, response) => {
  if (request.url === '/readyz') {
    response.end()
    return
  }
  response.writeHead(200, { 'content-type': 'application/x-ndjson' })
  response.write('{"type":"alive","expiresInSeconds":86399}\n')
}).listen(Number(port), host)
