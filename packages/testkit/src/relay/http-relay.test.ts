import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { asAsked, type HttpRelay, openHttpRelay } from './http-relay.ts'

let server: Server
let asked: string[]
let relay: HttpRelay

beforeEach(async () => {
  asked = []
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      asked.push(`${request.method} ${request.url} ${Buffer.concat(chunks).toString()}`)
      response.writeHead(201, { 'x-said': 'yes' }).end('0123456789')
    })
    request.on('error', () => asked.push('broken off'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  relay = await openHttpRelay(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
afterEach(async () => {
  await relay.close()
  server.closeAllConnections()
  server.close()
})

const put = (): Promise<Response> => fetch(`${relay.url}/a?b=c`, { method: 'PUT', body: 'sent' })

describe('an HTTP relay', () => {
  it('passes on as asked what nobody treats in another way', async () => {
    const answer = await put()

    expect([answer.status, answer.headers.get('x-said'), await answer.text(), asked]).toEqual([
      201,
      'yes',
      '0123456789',
      ['PUT /a?b=c sent'],
    ])
  })

  it('asks for something else, and answers something else', async () => {
    relay.behave(async ({ forward, answer, rawHeaders, body }) => {
      const answered = await forward({ url: '/other', headers: rawHeaders, body: Buffer.from(body.toString().toUpperCase()) })
      answer({ ...answered, status: 500 })
    })

    expect([(await put()).status, asked]).toEqual([500, ['PUT /other SENT']])
  })

  it('loses an answer after the server has done what was asked', async () => {
    relay.behave(async ({ forward, cut }) => {
      await forward()
      cut()
    })

    await expect(put()).rejects.toThrow('fetch failed')
    expect(asked).toEqual(['PUT /a?b=c sent'])
  })

  it('breaks off in the middle of a request, and of an answer', async () => {
    relay.behave(async ({ forwardPart, cut }) => {
      forwardPart(0.5)
      cut()
    })
    await expect(put()).rejects.toThrow('fetch failed')
    await expect.poll(() => asked).toEqual(['broken off'])

    relay.behave(async ({ forward, answerPart }) => answerPart(await forward(), 4))
    const answer = await put()
    const arrived: string[] = []
    const reading = async (): Promise<void> => {
      for await (const chunk of answer.body ?? []) arrived.push(Buffer.from(chunk).toString())
    }
    await expect(reading()).rejects.toThrow('terminated')
    expect(arrived.join('')).toBe('0123')
  })

  it('cuts what it cannot treat, goes away and comes back', async () => {
    relay.behave(async () => {
      throw new Error('No.')
    })
    await expect(put()).rejects.toThrow('fetch failed')
    await relay.goAway()
    await expect(put()).rejects.toThrow('fetch failed')
    await relay.comeBack()
    relay.behave(asAsked)

    expect((await put()).status).toBe(201)
  })
})
