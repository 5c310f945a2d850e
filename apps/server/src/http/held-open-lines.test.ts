import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createHeldOpen } from './held-open.ts'

type Logged = { requestId: string; err: unknown }

/** A server that holds one stream of these lines open. */
const givenStream = async (lines: () => AsyncIterable<unknown>) => {
  const app = Fastify()
  const logged: Logged[] = []
  const log = { error: (fields: Logged) => void logged.push(fields) }
  const heldOpen = createHeldOpen(app, log as never, (_, reply) => void reply.header('x-said', 'yes'))
  const signals: AbortSignal[] = []
  app.get('/', async (request, reply) => {
    signals.push(heldOpen.hold(reply))
    await heldOpen.send(request, reply, lines())
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => {
    app.server.closeAllConnections()
    return app.close()
  })
  const { port } = app.server.address() as AddressInfo
  const open = (): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => void get({ host: '127.0.0.1', port, path: '/', agent: false }, resolve).once('error', reject))
  return { open, logged, signals }
}

async function* of(...lines: unknown[]) {
  yield* lines
}

describe('lines of a stream that is held open', () => {
  it('come with the headers of every answer, and end with the last', async () => {
    const { open } = await givenStream(() => of({ a: 1 }, { b: 2 }))

    const answer = await open()

    expect(answer.headers).toMatchObject({ 'x-said': 'yes', 'x-accel-buffering': 'no' })
    expect(await text(answer)).toBe('{"a":1}\n{"b":2}\n')
  })

  it('that fail before the first are a failure like any other', async () => {
    const { open, logged } = await givenStream(async function* () {
      yield* of()
      throw new Error('no place')
    })

    const answer = await open()

    expect(answer.statusCode).toBe(500)
    expect(await text(answer)).toContain('no place')
    expect(logged).toEqual([])
  })

  it('that fail later cut the answer, so that nobody takes it for the whole', async () => {
    const broken = new Error('broken')
    const { open, logged } = await givenStream(async function* () {
      yield { a: 1 }
      throw broken
    })

    await expect(text(await open())).rejects.toThrow('aborted')
    expect(logged).toMatchObject([{ err: broken }])
  })

  it('are not asked for while the reader takes none, and are given up when it leaves', async () => {
    const line = { text: 'x'.repeat(1 << 20) }
    let asked = 0
    let isGivenUp = false
    const { open, signals } = await givenStream(async function* () {
      try {
        for (;;) {
          asked += 1
          // Without this, a stream that ignores the reader would block the event loop in place of failing.
          await setImmediate()
          yield line
        }
      } finally {
        isGivenUp = true
      }
    })

    const answer = await open()
    await expect.poll(() => answer.readableLength).toBeGreaterThan(0)
    for (let turn = 0; turn < 100; turn++) await setImmediate()
    expect(asked).toBeLessThan(20)
    answer.destroy()

    await expect.poll(() => isGivenUp).toBe(true)
    expect(signals[0]?.aborted).toBe(true)
  })
})
