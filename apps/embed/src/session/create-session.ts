import { type Granted, type Problem, renewToken, type Why } from '@facet/embed/page'
import { ask, asProblem } from '../data/ask.ts'
import type { Pause } from './pause.ts'
import { endOf, watchSession } from './watch-session.ts'

type Parts = { pause: Pause; onEnded: (why: 'revoked' | 'expired', problem: Problem) => void }

export type Session = {
  /** Takes a token into use, in place of the one before. */
  begin: (token: string, expiresIn: number) => void
  /** Opens the stream that tells of the end of the session, unless it is open. */
  watch: () => void
  renew: (session: string, why: Exclude<Why, 'start'>) => Promise<Granted>
  /** Asks with the token. Where the answer says that the session has ended, that is told once. */
  ask: (path: string, signal: AbortSignal, body?: unknown) => Promise<Response>
  /** The session has ended, as an answer said. */
  end: (problem: Problem) => boolean
  isLive: () => boolean
}

const ended: Problem = { code: 'embed_token_expired', message: 'The embed token has expired.', retryable: true }
const watchPath = '/api/v1/embed/session/watch'

/** Holds the token, in memory and nowhere else, and knows when it has ended. */
export const createSession = ({ pause, onEnded }: Parts): Session => {
  let token = ''
  let run = new AbortController()
  let isWatched = false

  const finish = (why: 'revoked' | 'expired', problem: Problem): void => {
    if (token === '') return
    token = ''
    run.abort()
    onEnded(why, problem)
  }
  const end = (problem: Problem): boolean => {
    const why = endOf(problem.code)
    if (why) finish(why, problem)
    return why !== undefined
  }
  const begin = (next: string, expiresIn: number): void => {
    run.abort()
    run = new AbortController()
    token = next
    isWatched = false
    const { signal } = run
    const timer = setTimeout(() => finish('expired', ended), expiresIn * 1000)
    signal.addEventListener('abort', () => clearTimeout(timer))
  }
  const watch = (): void => {
    if (isWatched || token === '') return
    isWatched = true
    const watched = token
    void watchSession({ open: (signal) => ask({ path: watchPath, token: watched, signal }), onEnded: finish, pause, signal: run.signal })
  }

  return {
    begin,
    watch,
    end,
    isLive: () => token !== '',
    renew: async (session, why) => {
      // One that has ended here is no longer shown to the service, which would refuse it.
      const granted = await renewToken(fetch, token, session, token === '' ? 'expired' : why)
      begin(granted.token, granted.expires_in)
      watch()
      return { expires_in: granted.expires_in }
    },
    ask: async (path, signal, body) => {
      try {
        return await ask({ path, token, body, signal })
      } catch (error) {
        if (!signal.aborted) end(asProblem(error))
        throw error
      }
    },
  }
}
