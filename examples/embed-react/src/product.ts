/** What the pages of this product ask their own backend. The key of Facet is there, and never here. */
export type View = { facetUrl: string; dashboard: string; user: { name: string; customer: string } }

const ask = async <T>(method: 'GET' | 'POST', url: string, signal: AbortSignal | null = null): Promise<T> => {
  const response = await fetch(url, { method, signal })
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`)
  return (await response.json()) as T
}

/** `path` is where the customer's sign-in is kept: two of them look at one page here. */
export const signIn = async (path: string, user: string): Promise<View> => {
  await ask('POST', `${path}/api/login?user=${user}`)
  return ask('GET', `${path}/api/view`)
}

/** A new session each time: one works once. */
export const session = async (path: string, signal: AbortSignal): Promise<string> =>
  (await ask<{ sessionId: string }>('POST', `${path}/api/embed-session`, signal)).sessionId

export const endSessions = (path: string): Promise<unknown> => ask('POST', `${path}/api/end-sessions`)
