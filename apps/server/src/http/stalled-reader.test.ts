import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { expect, it, onTestFinished } from 'vitest'
import { cutStalledReader } from './stalled-reader.ts'

const piece = 'x'.repeat(65_536)

async function* pieces(count: number): AsyncGenerator<string> {
  for (let sent = 0; sent < count; sent++) yield piece
}

/** A server that streams more than any buffer on the way takes, and a reader that has not begun to read. */
const given = async (count: number): Promise<{ response: ServerResponse; reader: Socket }> => {
  const server: Server = createServer((_, response) => {
    cutStalledReader(response, 50)
    Readable.from(pieces(count)).pipe(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const reader = connect((server.address() as AddressInfo).port, '127.0.0.1')
  reader.pause()
  reader.on('error', () => undefined)
  reader.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]
  return { response, reader }
}

it('cuts a stream of which nothing is taken', async () => {
  const { response } = await given(10_000)

  await once(response, 'close')

  expect(response.writableFinished).toBe(false)
})

it('leaves a reader alone that begins late', async () => {
  const { response, reader } = await given(500)
  reader.resume()

  await once(response, 'close')

  expect(response.writableFinished).toBe(true)
})
