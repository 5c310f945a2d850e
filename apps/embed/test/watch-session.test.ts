import type { EmbedSessionNews } from '@facet/contract'
import { EmbedError } from '@facet/embed/page'
import { describe, expect, it } from 'vitest'
import { watchSession } from '../src/session/watch-session.ts'

const alive: EmbedSessionNews = { type: 'alive', expiresInSeconds: 60 }
const endedAs = (why: 'revoked' | 'expired' | 'moved'): EmbedSessionNews => ({ type: 'ended', why, code: `code_${why}`, message: 'Ended.' })
const refusal = (code: string, retryable: boolean) => new EmbedError({ code, message: 'Refused.', retryable })

/** Watches while there are answers, and says what happened in which order. */
const watch = async (...answers: (EmbedSessionNews[] | Error)[]): Promise<string[]> => {
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
  return happened
}

describe('a watched session', () => {
  it.each(['revoked', 'expired'] as const)('that is %s has ended', async (why) => {
    expect(await watch([alive, endedAs(why)])).toEqual(['open', `${why} code_${why}`])
  })

  it('is asked for at once where its node stops, and not faster than that', async () => {
    expect(await watch([alive, endedAs('moved')], [endedAs('moved')], [alive])).toEqual([
      'open',
      'open',
      'pause 2',
      'open',
      'pause 1',
      'open',
    ])
  })

  it('is asked for again after a pause that grows while nothing comes', async () => {
    expect(await watch([], refusal('unavailable', true), new TypeError('network'))).toEqual([
      'open',
      'pause 1',
      'open',
      'pause 2',
      'open',
      'pause 3',
      'open',
    ])
  })

  it('has ended where the token is refused, and is left alone where there is nothing to watch', async () => {
    expect(await watch(refusal('embed_token_expired', true))).toEqual(['open', 'expired embed_token_expired'])
    expect(await watch(refusal('embed_token_revoked', false))).toEqual(['open', 'revoked embed_token_revoked'])
    expect(await watch(refusal('not_found', false))).toEqual(['open'])
  })
})
