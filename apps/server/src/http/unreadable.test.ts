import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { useServer } from '#test'

const server = useServer('shared')

/** What the server says to these lines before it hangs up. */
const say = async (...lines: string[]): Promise<{ status: number; body: unknown }> => {
  const { hostname, port } = new URL(server.url())
  const socket = connect({ host: hostname, port: Number(port) })
  socket.write([...lines, 'connection: close', '', ''].join('\r\n'))
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body) as unknown }
}

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
