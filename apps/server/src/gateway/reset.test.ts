import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createPlainServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { expect, it, onTestFinished } from 'vitest'
import { makeCertificates } from '#test'
import { resetAnswer } from './reset.ts'

const large = Buffer.alloc(2_000_000, 'x')

/** What a reader that stopped reading gets of an answer that is reset meanwhile. */
const readReset = async (server: (listener: RequestListener) => Server, where: string | number, reach: (server: Server) => Socket) => {
  const asked = Promise.withResolvers<ServerResponse>()
  const listening = server((_, response) => {
    response.write(large)
    asked.resolve(response)
  }).listen(where)
  onTestFinished(() => void listening.close())
  await once(listening, 'listening')
  const socket = reach(listening)
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  const [first] = (await once(socket, 'data')) as [Buffer]
  socket.pause()
  const response = await asked.promise
  const closed = once(response, 'close')
  resetAnswer(response)
  await closed
  let bytes = first.length
  const ended = once(socket, 'end').catch(({ code }: NodeJS.ErrnoException) => code)
  socket.on('data', (part: Buffer) => (bytes += part.length)).resume()
  return { ended: await ended, bytes }
}
const portOf = (server: Server): number => (server.address() as AddressInfo).port

it('drops what the kernel holds of an answer', async () => {
  const { ended, bytes } = await readReset(createPlainServer, 0, (server) => connect(portOf(server)))

  expect(ended).toBe('ECONNRESET')
  expect(bytes).toBeLessThan(large.length)
})

it('drops it under TLS too', async () => {
  const { certFile, keyFile, remove } = await makeCertificates('reset')
  onTestFinished(remove)
  const [cert, key] = [readFileSync(certFile), readFileSync(keyFile)]
  const { ended, bytes } = await readReset(
    (listener) => createTlsServer({ cert, key }, listener),
    0,
    (server) => connectTls({ port: portOf(server), ca: cert }),
  )

  expect(ended).toBe('ECONNRESET')
  expect(bytes).toBeLessThan(large.length)
})

it('closes a socket file, which knows no reset', async () => {
  const path = join(tmpdir(), `reset-${process.pid}.sock`)
  const { bytes } = await readReset(createPlainServer, path, () => connect(path))

  expect(bytes).toBeLessThan(large.length)
})
