import type { EmbedSessionNews } from '@facet/contract'
import type { Problem } from '@facet/embed/page'
import { asProblem } from '../data/ask.ts'
import { readLines } from '../data/read-lines.ts'
import type { Pause } from './pause.ts'

/** A line comes every 20 seconds: without two of them the connection is gone, though nobody said so. */
const silenceMs = 45_000

type Parts = {
  open: (signal: AbortSignal) => Promise<Response>
  onEnded: (why: 'revoked' | 'expired', problem: Problem) => void
  pause: Pause
  signal: AbortSignal
}

/** How the session ended, where an answer says so. */
export const endOf = (code: string): 'revoked' | 'expired' | undefined => {
  if (code === 'embed_token_expired' || code === 'session_expired') return 'expired'
  return code.endsWith('_revoked') || code === 'embedding_disabled' || code === 'unauthenticated' ? 'revoked' : undefined
}

type Ended = Extract<EmbedSessionNews, { type: 'ended' }>

/** The line that ends the stream, or nothing where it broke. */
const listen = async ({ open, signal }: Pick<Parts, 'open' | 'signal'>, onAlive: () => void): Promise<Ended | undefined> => {
  const silence = new AbortController()
  const arm = () => setTimeout(() => silence.abort(), silenceMs)
  let timer = arm()
  try {
    const response = await open(AbortSignal.any([signal, silence.signal]))
    if (!response.body) return undefined
    for await (const line of readLines<EmbedSessionNews>(response.body)) {
      clearTimeout(timer)
      timer = arm()
      if (line.type === 'ended') return line
      onAlive()
    }
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/** Keeps one stream open that tells when the session ends, so that what was revoked is gone at once and not with the next request. */
export const watchSession = async ({ open, onEnded, pause, signal }: Parts): Promise<void> => {
  let failures = 0
  const onAlive = (): void => {
    failures = 0
  }
  while (!signal.aborted)
    try {
      const ended = await listen({ open, signal }, onAlive)
      if (signal.aborted) return
      if (ended && ended.why !== 'moved') return onEnded(ended.why, { code: ended.code, message: ended.message, retryable: false })
      // The node stops: another one answers at once, unless it says the same again.
      if (!ended || failures > 0) await pause(failures + 1, signal)
      failures++
    } catch (error) {
      if (signal.aborted) return
      const problem = asProblem(error)
      const why = endOf(problem.code)
      if (why) return onEnded(why, problem)
      // A service that has no such stream will not have one in a second; the next request tells what ended.
      if (!problem.retryable) return
      await pause(++failures, signal)
    }
}
