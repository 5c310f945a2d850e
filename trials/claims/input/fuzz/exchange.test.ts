import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { exchange, type Heard } from './exchange.ts'

const waits = { quietMs: 20, slowAfterMs: 100, hungAfterMs: 600 }
const ok = 'HTTP/1.1 200 OK\r\n\r\n'

const askedOf = async (answer: (socket: Socket) => void): Promise<Heard> => {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => undefined).resume()
    answer(socket)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return exchange((server.address() as AddressInfo).port, Buffer.from('GET / HTTP/1.1\r\n\r\n'), waits)
}
const after =
  (ms: number, text: string) =>
  (socket: Socket): void =>
    void setTimeout(() => socket.end(text), ms)

it.each([
  ['an answer at once', after(0, ok), 'usual'],
  ['a line closed at once', after(0, ''), 'usual'],
  ['an answer that comes late', after(250, ok), 'slow'],
  ['a wait that the server itself gave up', after(250, 'HTTP/1.1 408 Request Timeout\r\n\r\n'), 'hung'],
  ['a line closed late, without a word', after(250, ''), 'hung'],
  ['no answer at all', () => undefined, 'hung'],
  ['half an answer', (socket: Socket): void => void socket.write('HTTP/1.1 200'), 'hung'],
] as const)('tells %s', async (_, answer, pace) => {
  expect(await askedOf(answer)).toMatchObject({ pace })
})
