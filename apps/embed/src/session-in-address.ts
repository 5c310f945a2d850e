const names = new Set(['session', 'sessionId'])

type Found = { session: string | null; rest: string }

/** Takes sessions out of `a=1&session=x`. The other pairs stay as they were written: filters are in them. */
const takeFrom = (pairs: string): Found => {
  const found: string[] = []
  const rest = pairs.split('&').filter((pair) => {
    const [[name, value] = ['', '']] = new URLSearchParams(pair)
    if (!names.has(name)) return true
    found.push(value)
    return false
  })
  return { session: found[0] ?? null, rest: rest.join('&') }
}

const join = (mark: string, rest: string): string => rest && mark + rest

/**
 * The session that an address carries in its query or its fragment, and the address without it. One in the query is taken first: that
 * is where backends put it. Without any, the page is asked for by somebody who would sign in.
 */
export const sessionInAddress = (search: string, fragment: string): { session: string | null; search: string; fragment: string } => {
  const query = takeFrom(search.replace(/^\?/, ''))
  const hash = takeFrom(fragment.replace(/^#/, ''))
  return { session: query.session ?? hash.session, search: join('?', query.rest), fragment: join('#', hash.rest) }
}
