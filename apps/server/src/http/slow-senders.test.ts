import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServer } from '#http'
import { handlers } from '#process/generated/handlers'
import { useServer } from '#test'

const requestTimeoutMs = 1000
// Node's own interval between looks at connections is thirty seconds.
const soonMs = 10_000

describe('a caller that does not go on sending', () => {
  const server = useServer('shared')
  let app: FastifyInstance

  beforeAll(async () => {
    app = createServer(server.services(), { handlers, observer: { record: () => undefined }, requestTimeoutMs })
    await app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => app.close())

  it.each([
    ['in the middle of the head', ''],
    ['before the body', '\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n'],
  ])('is given up %s', async (_, rest) => {
    const { host, key } = await server.admin()
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    await once(socket, 'connect')
    const begun = performance.now()
    socket.write(`POST /api/v1/deployments HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}${rest}`)

    const answer = await text(socket)

    expect(answer).toMatch(/^HTTP\/1.1 408 /)
    expect(performance.now() - begun).toBeLessThan(soonMs)
  })

  it('is given more time for a file of an operation that takes large ones, if it may send it', async () => {
    const { host, key, deploymentId } = await server.admin()
    const body = '--xyz\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n{"nodes":{}}\r\n--xyz--\r\n'
    const pushSlowly = async (credential: string): Promise<string> => {
      const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
      await once(socket, 'connect')
      const head = [
        `POST /api/v1/deployments/${deploymentId}/dbt-manifests HTTP/1.1`,
        ...[`Host: ${host}`, `Authorization: Bearer ${credential}`, 'Content-Type: multipart/form-data; boundary=xyz'],
        ...[`Content-Length: ${body.length}`, 'Connection: close'],
      ]
      socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, -5)}`)
      const sending = setTimeout(() => socket.write(body.slice(-5)), 3 * requestTimeoutMs)
      return text(socket).finally(() => clearTimeout(sending))
    }

    expect(await pushSlowly(key)).toMatch(/^HTTP\/1.1 200 /)
    expect(await pushSlowly('sk-nobody')).toMatch(/^HTTP\/1.1 401 /)
  })
})
