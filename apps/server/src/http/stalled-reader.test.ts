import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { PassThrough, Readable } from 'node:stream'
import { expect, it, onTestFinished, vi } from 'vitest'
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

/** An answer whose reader is behind, looked at every 50 ms of a clock that the test has. */
const givenBehind = () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const destroy = vi.fn<() => void>()
  const response = Object.defineProperties(new PassThrough(), { writableNeedDrain: { value: true }, destroy: { value: destroy } })
  cutStalledReader(response as unknown as ServerResponse, 50)
  return { response, destroy }
}

it('cuts a stream of which nothing is taken', async () => {
  const { response } = await given(10_000)

  await once(response, 'close')

  expect(response.writableFinished).toBe(false)
})

it('leaves a reader alone that is behind and takes something now and then', () => {
  const { response, destroy } = givenBehind()

  for (let looks = 0; looks < 10; looks++) {
    vi.advanceTimersByTime(50)
    response.emit('drain')
  }
  expect(destroy).not.toHaveBeenCalled()
  vi.advanceTimersByTime(100)
  expect(destroy).toHaveBeenCalledTimes(1)
})

it('looks no more when it is over', () => {
  const { response, destroy } = givenBehind()
  response.emit('close')

  vi.advanceTimersByTime(500)

  expect(destroy).not.toHaveBeenCalled()
})
