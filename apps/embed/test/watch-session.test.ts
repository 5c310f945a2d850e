import type { EmbedSessionNews } from '@facet/contract'
import { EmbedError } from '@facet/embed/page'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { watchSession } from '../src/session/watch-session.ts'

const alive: EmbedSessionNews = { type: 'alive', expiresInSeconds: 60 }
const endedAs = (why: 'revoked' | 'expired' | 'moved'): EmbedSessionNews => ({ type: 'ended', why, code: `code_${why}`, message: 'Ended.' })
const refusal = (code: string, retryable: boolean) => new EmbedError({ code, message: 'Refused.', retryable })

/** Watches until the answers are used up. Returns what happened, in order. */
const watch = async (...answers: (EmbedSessionNews[] | Error)[]): Promise<string> => {
  const happened: string[] = []
  const run = new AbortController()
  await watchSession({
    open: async () => {
      happened.push('open')
      const answer = answers.shift()
      if (answer === undefined) run.abort()
      if (answer instanceof Error) throw answer
      return new Response(answer?.map((line) => `${JSON.stringify(line)}\n`).join('') ?? '')
    },
    onEnded: (why, { code }) => happened.push(`${why} ${code}`),
    pause: async (failures) => void happened.push(`pause ${failures}`),
    signal: run.signal,
  })
  return happened.join(', ')
}

describe('a watched session', () => {
  afterEach(() => vi.useRealTimers())

  it.each(['revoked', 'expired'] as const)('that is %s has ended', async (why) => {
    expect(await watch([alive, endedAs(why)])).toBe(`open, ${why} code_${why}`)
  })

  it('is asked for at once where its node stops, and not faster than that', async () => {
    expect(await watch([alive, endedAs('moved')], [endedAs('moved')], [alive])).toBe('open, open, pause 2, open, pause 1, open')
  })

  it('is asked for again after a pause that grows while nothing comes', async () => {
    expect(await watch([], refusal('unavailable', true), new TypeError('network'))).toBe(
      'open, pause 1, open, pause 2, open, pause 3, open',
    )
  })

  it('has ended where the token is refused, and is left alone where there is nothing to watch', async () => {
    expect(await watch(refusal('embed_token_expired', true))).toBe('open, expired embed_token_expired')
    expect(await watch(refusal('embed_token_revoked', false))).toBe('open, revoked embed_token_revoked')
    expect(await watch(refusal('embedding_disabled', false))).toBe('open, revoked embedding_disabled')
    expect(await watch(refusal('not_found', false))).toBe('open')
  })

  it('is asked for again where nothing comes for long, and not while lines come', async () => {
    vi.useFakeTimers()
    const lines = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>()
    const run = new AbortController()
    let opened = 0
    const watching = watchSession({
      open: async (signal) => {
        opened++
        if (opened > 1) run.abort()
        signal.throwIfAborted()
        const body = new ReadableStream<Uint8Array>({
          start: (controller) => {
            lines.resolve(controller)
            signal.addEventListener('abort', () => controller.error(signal.reason))
          },
        })
        return new Response(body)
      },
      onEnded: () => undefined,
      pause: async () => undefined,
      signal: run.signal,
    })
    const stream = await lines.promise
    for (let at = 0; at < 3; at++) {
      await vi.advanceTimersByTimeAsync(20_000)
      stream.enqueue(new TextEncoder().encode(`${JSON.stringify(alive)}\n`))
    }
    await vi.advanceTimersByTimeAsync(40_000)
    expect(opened).toBe(1)
    await vi.advanceTimersByTimeAsync(20_000)

    await watching
    expect(opened).toBe(2)
  })
})
