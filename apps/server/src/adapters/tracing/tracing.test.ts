import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { startTracing } from '#adapters/tracing'

type Received = { path: string | undefined; body: string }

it('sends one span per request and flushes them when it stops', async () => {
  const received: Received[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    received.push({ path: request.url, body: await text(request) })
    response.end('{}')
  }
  const collector = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const address = collector.address()
  const tracing = await startTracing(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`, '1.2.3')

  // A small number would be taken for one of the process's own clock once it has run for that long.
  const startedAt = 1_700_000_000_000
  tracing.record({ operation: 'getDeployment', status: 200, seconds: 0.25, requestId: 'good', startedAt })
  tracing.record({ operation: 'createApiKey', status: 500, seconds: 0.5, requestId: 'bad', startedAt })
  await tracing.stop()
  collector.close()

  expect(received.map(({ path }) => path)).toEqual(['/v1/traces'])
  const spans = /"spans":(\[.*\])/s.exec(received[0]?.body ?? '')?.[1] ?? ''
  expect(received[0]?.body).toContain('"1.2.3"')
  expect(spans).toMatch(/"name":"getDeployment".*"startTimeUnixNano":"1700000000000000000","endTimeUnixNano":"1700000000250000000"/s)
  expect(spans).toMatch(/"name":"createApiKey".*"status":\{"code":2/s)
  expect(spans.match(/"code":2/g)).toHaveLength(1)
})
