import { type Granted, type Problem, renewToken, type Why } from '@facet/embed/page'
import { ask, asProblem } from '../data/ask.ts'
import type { Pause } from './pause.ts'
import { subjectOf } from './subject-of.ts'
import { endOf, watchSession } from './watch-session.ts'

type Parts = { pause: Pause; onEnded: (why: 'revoked' | 'expired', problem: Problem) => void }

export type Session = {
  /** Takes a token into use, in place of the one before. Says whether that was of another viewer. */
  begin: (token: string, expiresIn: number) => boolean
  /** Opens the stream that tells of the end of the session, unless it is open. */
  watch: () => void
  /** A token of another viewer is not taken into use: what is shown is not theirs. */
  renew: (session: string, why: Exclude<Why, 'start'>) => Promise<{ granted: Granted; isOfAnother: boolean }>
  /** Asks with the token. Where the answer says that the session has ended, that is told once. */
  ask: (path: string, signal: AbortSignal, body?: unknown) => Promise<Response>
  /** The session has ended, as an answer said. */
  end: (problem: Problem) => boolean
  /** Drops the token, and tells nobody. */
  forget: () => void
  isLive: () => boolean
}

const ended: Problem = { code: 'embed_token_expired', message: 'The embed token has expired.', retryable: true }
const watchPath = '/api/v1/embed/session/watch'

/** Holds the token, in memory and nowhere else, and knows when it has ended. */
export const createSession = ({ pause, onEnded }: Parts): Session => {
  let token = ''
  /** Whom the tokens so far were of, also after their end: a session that is exchanged then is compared with none. */
  let viewer: { subject: unknown } | undefined
  let run = new AbortController()
  let isWatched = false

  const forget = (): void => {
    token = ''
    run.abort()
  }
  const finish = (why: 'revoked' | 'expired', problem: Problem): void => {
    if (token === '') return
    forget()
    onEnded(why, problem)
  }
  const isOfAnother = (next: string): boolean => viewer !== undefined && viewer.subject !== subjectOf(next)
  const end = (problem: Problem): boolean => {
    const why = endOf(problem.code)
    if (why) finish(why, problem)
    return why !== undefined
  }
  const begin = (next: string, expiresIn: number): boolean => {
    const isOther = isOfAnother(next)
    viewer = { subject: subjectOf(next) }
    run.abort()
    run = new AbortController()
    token = next
    isWatched = false
    const { signal } = run
    const timer = setTimeout(() => finish('expired', ended), expiresIn * 1000)
    signal.addEventListener('abort', () => clearTimeout(timer))
    return isOther
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
    forget,
    isLive: () => token !== '',
    renew: async (session, why) => {
      // One that has ended here is no longer shown to the service, which would refuse it.
      const next = await renewToken(fetch, token, session, token === '' ? 'expired' : why)
      const granted = { expires_in: next.expires_in }
      if (isOfAnother(next.token)) return { granted, isOfAnother: true }
      begin(next.token, next.expires_in)
      watch()
      return { granted, isOfAnother: false }
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
