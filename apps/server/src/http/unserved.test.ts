import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { unservedOperations } from '@facet/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Actor, send, useServer } from '#test'

const server = useServer('shared')

let admin: Actor
beforeAll(async () => {
  admin = await server.admin()
})
const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
  send(`${server.url()}${path}`, { method, headers: { ...admin.headers, authorization: `Bearer ${admin.key}`, ...headers } })
/** What the server says to these lines before it hangs up. */
const say = async (...lines: string[]): Promise<{ status: number; body: unknown }> => {
  const { hostname, port } = new URL(server.url())
  const socket = connect({ host: hostname, port: Number(port) })
  socket.write([...lines, 'connection: close', '', ''].join('\r\n'))
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body) as unknown }
}

describe('an operation of the reference that this version does not serve', () => {
  it.each(unservedOperations)('is answered by 501 and no 404: $method $path', async ({ id, method, path }) => {
    const answer = await ask(method, path.replaceAll(/\{\w+\}/g, '10'))

    expect(answer).toMatchObject({ status: 501, body: { code: 'not_in_this_version' } })
    expect(answer.text).toContain(`(${id}) is not in this version of Facet.`)
  })

  it('is told apart from what does not exist, with a slash at its end or without', async () => {
    expect(await ask('GET', '/api/v1/deployments/10/notifications/abc')).toMatchObject({ status: 501 })
    expect(await ask('GET', '/api/v1/deployments/10/notifications/')).toMatchObject({ status: 501 })
    expect(await ask('GET', '/api/v1/deployments/10/notices/abc')).toMatchObject({ status: 404, body: { code: 'route_not_found' } })
    expect(await ask('GET', '/api/v1/deployments/10')).toMatchObject({ status: 404, body: { code: 'deployment_not_found' } })
  })

  it.each(unservedOperations.filter(({ takesDataToken }) => !takesDataToken))(
    'returns 401 to a caller without a credential: $method $path',
    async ({ method, path }) => {
      const { status } = await send(`${server.url()}${path.replaceAll(/\{\w+\}/g, '10')}`, { method, headers: admin.headers })

      expect(status).toBe(401)
    },
  )

  it('is no defect to be logged, and needs no readable body', async () => {
    const headers = { 'content-type': 'text/plain', 'x-request-id': 'later' }
    expect(await ask('POST', '/api/v1/deployments/10/notifications', headers)).toMatchObject({ status: 501 })

    const told = () => server.logs.filter((line) => line.includes('"later"')).map((line) => JSON.parse(line) as unknown)
    await expect.poll(told, { timeout: 30_000 }).toMatchObject([{ level: 'info', status: 501, msg: 'request' }])
  })
})

describe('a request that cannot be read', () => {
  it('is answered 431 in the one shape when its headers are too large', async () => {
    const answer = await say('GET /livez HTTP/1.1', 'host: any.test', `x-large: ${'a'.repeat(20_000)}`)

    expect(answer).toMatchObject({ status: 431, body: { code: 'headers_too_large', requestId: expect.any(String) as string } })
  })

  it('is answered 400 in the one shape when it names no host', async () => {
    const answer = await say('GET /api/v1/users/me HTTP/1.1')

    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', message: 'The request names no host. Send the Host header.' },
    })
  })

  it('is not one that expects what we do not know', async () => {
    expect(await say('GET /livez HTTP/1.1', 'host: any.test', 'expect: a miracle')).toEqual({ status: 200, body: { status: 'ok' } })
  })
})
