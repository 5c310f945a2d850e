import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request as httpRequest, type Server, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Pool } from 'undici'
import { forward } from './forward.ts'
import type { Passage } from './passage.ts'
import { createReaderClock } from './reader-clock.ts'
import type { DataCaller } from './types.ts'

const large = Buffer.alloc(4_000_000, 'x')
const others: Record<string, string> = { '/small': '1', '/kept': `"${'x'.repeat(1_000_000)}"` }
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const listen = async (server: Server): Promise<string> => {
  const path = join(tmpdir(), `readers-${randomBytes(6).toString('hex')}.sock`)
  server.listen(path)
  await once(server, 'listening')
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return path
}

const frame: DataCaller = {
  credential: 'embed',
  tenantId: 1,
  deploymentId: 1,
  environmentId: null,
  scopes: null,
  pinned: { ctx: {}, facet: { embed: true } },
  seesErrors: false,
  endsAtMs: null,
  countedAs: { tenantId: 1, credentialId: 1 },
}

/** An engine that takes two requests at once, behind what passes them on. `/small` has a small answer, `/kept` one that is read whole before it is passed on, all else a large one. */
const given = async (maxStallMs: number) => {
  const broken: string[] = []
  const engine = createServer(({ url = '' }, response) => {
    response.on('close', () => !response.writableFinished && broken.push(url))
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(others[url] ?? large)
  })
  const dispatcher = new Pool('http://engine', { socketPath: await listen(engine), connections: 2, pipelining: 1 })
  ends.push(() => dispatcher.destroy())
  const counted: [string, number][] = []
  const answers: { response: ServerResponse; cut: (reason: unknown) => void }[] = []
  const gateway = createServer((request, response) => {
    const passage: Passage = {
      request,
      response,
      requestId: 'r',
      traceparent: 't',
      startedMs: 0,
      epoch: 0,
      operation: 'dataLoad',
      tenantId: 1,
      deploymentId: 1,
      unfinishedAs: 499,
      isWithEngine: false,
      headers: {},
    }
    response.on('close', () => counted.push([request.url ?? '', response.writableFinished ? response.statusCode : passage.unfinishedAs]))
    const { cut } = forward(passage, {
      lease: { dispatcher, sign: () => 'signed', processName: 'p', buildId: 1, release: () => undefined },
      caller: frame,
      route: {
        name: 'dataLoad',
        methods: ['GET'],
        scope: 'data',
        parameters: [],
        ...(request.url === '/kept' ? { hidesErrors: true } : {}),
      },
      enginePath: request.url ?? '',
      method: 'GET',
      body: null,
      maxStallMs,
      onEngineError: () => undefined,
    })
    answers.push({ response, cut })
  })
  const socketPath = await listen(gateway)
  const ask = (path: string): Socket => {
    const socket = connect(socketPath)
    socket.pause()
    socket.on('error', () => undefined)
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`)
    ends.push(() => socket.destroy())
    return socket
  }
  const statusOfSmall = (): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      httpRequest({ socketPath, path: '/small', agent: false }, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end()
    })
  return { ask, statusOfSmall, broken, counted, answers }
}

describe('an answer that its reader does not take', () => {
  it('is cut, ends at the engine, and leaves the connection to who comes next', async () => {
    const { ask, statusOfSmall, broken, counted } = await given(300)
    ask('/first')
    ask('/second')

    await expect(statusOfSmall()).resolves.toBe(200)
    await vi.waitFor(() => expect(broken.toSorted()).toEqual(['/first', '/second']))
    expect(counted).toEqual(
      expect.arrayContaining([
        ['/first', 408],
        ['/second', 408],
        ['/small', 200],
      ]),
    )
  })

  it('is cut also when the caller goes on sending', async () => {
    const { ask, counted } = await given(300)
    const socket = ask('/first')
    const sending = setInterval(() => socket.write('\r\n'), 50)
    ends.push(() => clearInterval(sending))

    await vi.waitFor(() => expect(counted).toEqual([['/first', 408]]), { timeout: 5000 })
  })
})

it('can abort a response whose reader is slow after the engine has finished', async () => {
  const { ask, counted, answers } = await given(60_000)
  ask('/kept')
  await vi.waitFor(() => expect(answers[0]?.response.writableEnded).toBe(true))

  answers[0]?.cut(new Error('revoked'))

  await vi.waitFor(() => expect(counted).toEqual([['/kept', 499]]))
})

describe('the clock of a reader', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const clockOf = (response: { writableLength: number; socket: object | null }) => {
    const onStall = vi.fn<() => void>()
    return { onStall, clock: createReaderClock(response as ServerResponse, 30_000, onStall) }
  }

  it('goes on as long as some of the answer is taken now and then, and is up when nothing is', () => {
    const response = { writableLength: 1000, socket: {} }
    const { clock, onStall } = clockOf(response)
    clock.start()

    for (let turn = 0; turn < 10; turn++) {
      response.writableLength -= 1
      vi.advanceTimersByTime(30_000)
    }
    expect(onStall).not.toHaveBeenCalled()
    vi.advanceTimersByTime(30_000)

    expect(onStall).toHaveBeenCalledOnce()
  })

  it('does not run while other answers of the connection come first, nor once it was stopped', () => {
    const waiting = clockOf({ writableLength: 1000, socket: null })
    const stopped = clockOf({ writableLength: 1000, socket: {} })
    waiting.clock.start()
    stopped.clock.start()
    stopped.clock.stop()

    vi.advanceTimersByTime(120_000)

    expect(waiting.onStall).not.toHaveBeenCalled()
    expect(stopped.onStall).not.toHaveBeenCalled()
  })
})
