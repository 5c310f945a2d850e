import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openChannel } from '../src/channel.ts'
import { type EmbedError, failure } from '../src/error.ts'
import type { Told } from '../src/protocol/messages.ts'

const facet = 'https://acme.example.com'

type Port = EventTarget & { other: Port | undefined; start: () => void; postMessage: (data: unknown) => void; close: () => void }

/** As a browser's, but told at once. */
const createPort = (): Port => {
  const port: Port = Object.assign(new EventTarget(), {
    other: undefined,
    start: () => undefined,
    postMessage: (data: unknown) => void port.other?.dispatchEvent(Object.assign(new Event('message'), { data })),
    close: () => {
      if (port.other) port.other.other = undefined
      port.other = undefined
    },
  })
  return port
}
class Channel {
  readonly port1 = createPort()
  readonly port2 = createPort()
  constructor() {
    this.port1.other = this.port2
    this.port2.other = this.port1
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('MessageChannel', Channel)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A frame as the host has it; what it is handed is in `handed`. */
const opened = () => {
  const handed: { target: string; port: Port }[] = []
  const contentWindow = { postMessage: (_: unknown, target: string, [port]: [Port]): void => void handed.push({ target, port }) }
  const frame = Object.assign(new EventTarget(), { contentWindow })
  const onPage = vi.fn<(again: EmbedError | undefined) => void>()
  const onTold = vi.fn<(told: unknown) => void>()
  const onRefused = vi.fn<(error: EmbedError) => void>()
  const channel = openChannel(frame as never, facet, { onPage, onTold, onRefused })
  const say = (data: unknown, source: unknown = contentWindow, from = facet): void => {
    window.dispatchEvent(Object.assign(new Event('message'), { data, source, origin: from }))
  }
  const hello = (page: number) => ({ protocol: 'facet-embed/1', type: 'hello', page })
  /** As the page does with the port it got last. */
  const tell = (told: Told): void => {
    const port = handed.at(-1)?.port
    port?.postMessage(told)
  }
  return { channel, frame, handed, onPage, onTold, onRefused, say, hello, tell }
}

const outcome = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => value,
    ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
  )

describe('the channel of a host', () => {
  it('hands a port to the page in its frame that says hello, by its exact origin', () => {
    const { handed, say, hello } = opened()
    say(hello(1))

    expect(handed.map(({ target }) => target)).toEqual([facet])
  })

  it('passes over other windows, other origins and other messages', () => {
    const { handed, say, hello } = opened()
    say(hello(1), {})
    say(hello(1), undefined, 'https://acme.example.com.evil.example')
    say({ ...hello(1), protocol: 'other/1' })
    say({ ...hello(1), type: 'connect' })
    say('hello')

    expect(handed).toEqual([])
  })

  it('reports why the page is refused to this host, when the frame itself says so', () => {
    const { handed, onRefused, say } = opened()
    const problem = { code: 'origin_not_allowed', message: 'Add it to embedOrigins.', retryable: false, requestId: 'r-1' }
    const refused = { protocol: 'facet-embed/1', type: 'refused', problem }
    say(refused, {})
    say(refused, undefined, 'https://evil.example.com')
    expect(onRefused).not.toHaveBeenCalled()
    say(refused)

    expect(onRefused.mock.calls).toEqual([[expect.objectContaining(problem)]])
    expect(handed).toEqual([])
  })

  it('hands one port to a page that says hello and loads, and one to a page that only loads', () => {
    const { frame, handed, say, hello } = opened()
    say(hello(1))
    frame.dispatchEvent(new Event('load'))
    expect(handed).toHaveLength(1)
    frame.dispatchEvent(new Event('load'))
    expect(handed).toHaveLength(2)
  })

  it('does not begin anew where the hello of a page comes after its load', () => {
    const { frame, handed, onPage, say, hello, tell } = opened()
    frame.dispatchEvent(new Event('load'))
    tell({ tell: 'connected', page: 7 })
    say(hello(7))

    expect(handed).toHaveLength(1)
    expect(onPage.mock.calls).toEqual([[undefined]])
  })

  it('answers calls by their numbers, whatever their order, and leaves no timer', async () => {
    const { channel, say, hello, tell } = opened()
    say(hello(1))
    tell({ tell: 'connected', page: 1 })
    const calls = [channel.call({ call: 'refresh' }), channel.call({ call: 'refresh' })].map(outcome)
    await channel.page
    tell({ tell: 'refusal', id: 2, problem: { code: 'no', message: 'Not now.', retryable: true } })
    tell({ tell: 'answer', id: 1, value: 'first' })

    expect(await Promise.all(calls)).toEqual(['first', 'no: Not now.'])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('gives up a call that is not answered', async () => {
    const { channel, say, hello, tell } = opened()
    say(hello(1))
    tell({ tell: 'connected', page: 1 })
    const call = outcome(channel.call({ call: 'refresh' }))
    await vi.advanceTimersByTimeAsync(60_000)

    expect(await call).toBe('timeout: No answer to refresh.')
  })

  it('gives up what it asked a page that was loaded again, and says so', async () => {
    const { channel, onPage, say, hello, tell } = opened()
    say(hello(1))
    tell({ tell: 'connected', page: 1 })
    const call = outcome(channel.call({ call: 'refresh' }))
    await channel.page
    say(hello(2))
    tell({ tell: 'connected', page: 2 })

    expect(await call).toBe('timeout: The page was loaded again.')
    expect(onPage.mock.calls).toMatchObject([[undefined], [{ code: 'timeout', retryable: true }]])
  })

  it('is silent once it is closed', async () => {
    const { channel, frame, handed, onTold, say, hello, tell } = opened()
    say(hello(1))
    tell({ tell: 'connected', page: 1 })
    const call = outcome(channel.call({ call: 'refresh' }))
    await channel.page
    channel.close(failure('destroyed', 'Gone.'))
    say(hello(2))
    frame.dispatchEvent(new Event('load'))
    tell({ tell: 'height', px: 5 })

    expect(await call).toBe('destroyed: Gone.')
    expect(handed).toHaveLength(1)
    expect(onTold).not.toHaveBeenCalled()
    expect(vi.getTimerCount()).toBe(0)
  })
})
