/** Runs in the browser: the backend serves it with the types taken out. */
export type Session = { sessionId: string; facetUrl: string; user: { name: string; customer: string } }
type Exchanged = { token: string; expires_in: number }
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** A refusal keeps the code that decides what to do about it. */
export class Refusal extends Error {
  readonly code: string
  readonly retryAfterMs: number
  constructor(message: string, code: string, retryAfterMs: number) {
    super(message)
    this.code = code
    this.retryAfterMs = retryAfterMs
  }
}

export type EmbedOptions = {
  backend?: string
  fetch?: Fetch
  onToken?: (session: Session & { token: string }) => unknown
  /** A refusal of ours or of Facet; anything else is the network. */
  onFailure?: (error: unknown) => unknown
}

// The id was lost or used up on the way; a new one settles that.
const staleSession = new Set(['session_unknown', 'session_expired', 'session_used'])

const tokenGone = new Set(['unauthenticated', 'embed_token_expired', 'embed_token_revoked'])

const codeOf = (error: unknown): string | undefined => (error instanceof Refusal ? error.code : undefined)

/** The network may be back soon; a refusal stays as it is unless it says when to come back. */
const waitAfter = (error: unknown): number | undefined => (error instanceof Refusal ? error.retryAfterMs || undefined : 5000)

/**
 * The browser's half: a session from our own backend, a token from Facet for it. The token stays in memory, so two frames, two
 * tabs and a signed-in administrator never disturb each other.
 */
export const createEmbed = ({ backend = '', fetch = (url, init) => globalThis.fetch(url, init), onToken, onFailure }: EmbedOptions) => {
  let token: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let isGone = false

  const post = async <T>(url: string, body: object, headers: Record<string, string> = {}): Promise<T> => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
    const answer = await fetch(url, init)
    if (answer.ok) return (await answer.json()) as T
    const { message, code } = (await answer.json()) as { message: string; code: string }
    throw new Refusal(message, code, Number(answer.headers.get('retry-after') ?? 0) * 1000)
  }

  const exchange = async ({ facetUrl, sessionId }: Session): Promise<Exchanged> => {
    const open = () => post<Exchanged>(`${facetUrl}/api/v1/embed/session/token`, { sessionId })
    if (token === undefined) return open()
    try {
      return await post(`${facetUrl}/api/v1/embed/session/renew`, { sessionId }, { authorization: `Bearer ${token}` })
    } catch (error) {
      // A token that no longer holds is refused before the session is used up, which can then open the frame anew.
      if (!tokenGone.has(codeOf(error) ?? '')) throw error
      return open()
    }
  }

  const later = (waitMs: number): void => {
    clearTimeout(timer)
    if (!isGone) timer = setTimeout(() => void refresh(), waitMs)
  }

  const attempt = async (isFirst: boolean): Promise<void> => {
    try {
      const session = await post<Session>(`${backend}/api/embed-session`, {})
      const exchanged = await exchange(session)
      token = exchanged.token
      // Counted from now by what the answer says: the clock of this machine may be wrong.
      later(exchanged.expires_in * 800)
      if (!isGone) onToken?.({ ...session, token })
    } catch (error) {
      if (isFirst && staleSession.has(codeOf(error) ?? '')) return attempt(false)
      const waitMs = waitAfter(error)
      if (waitMs !== undefined) later(waitMs)
      onFailure?.(error)
    }
  }

  /** Several reasons to refresh at once lead to one refresh. */
  const refresh = (): Promise<void> => {
    running ??= attempt(true).finally(() => {
      running = undefined
    })
    return running
  }

  const destroy = (): void => {
    isGone = true
    clearTimeout(timer)
  }

  return { refresh, destroy }
}
