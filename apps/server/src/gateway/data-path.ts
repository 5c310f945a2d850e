import { type DataRoute, readiness, routeOf } from './routes.ts'

/** What the address of a request says, or why it says nothing. */
export type DataPath =
  | { kind: 'data'; slug: string | null; route: DataRoute; enginePath: string }
  | { kind: 'alive'; slug: string | null }
  | { kind: 'dev_mode'; slug: string | null }
  | { kind: 'unknown' }

const unknown: DataPath = { kind: 'unknown' }

const pathPrefix = '/deployment/'
const basePath = 'cubejs-api/v1/'
const slugForm = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/
// No percent sign, no backslash, no parameter: what is served needs none of them, and two readers could differ about each.
const plainForm = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*\/?$/

/** Whether the gateway answers for it on any host. What is spelled in another way is nobody's, and so not found. */
export const isDataPath = (url: string): boolean => url.startsWith(pathPrefix) || url.startsWith('/cubejs-api/')

const routeBelow = (path: string): DataRoute | undefined => (path.startsWith(basePath) ? routeOf(path.slice(basePath.length)) : undefined)

/** Each once, and only by its plain name: the engine would read a name in brackets, or the same one twice, as a list or an object. */
const parametersIn = (query: string, { parameters }: DataRoute): string => {
  if (query === '' || parameters.length === 0) return ''
  const left = new Set(parameters)
  const kept = query
    .slice(1)
    .split('&')
    .filter((part) => left.delete(part.split('=', 1)[0] ?? ''))
  return kept.length === 0 ? '' : `?${kept.join('&')}`
}

const restOf = (rest: string, slug: string | null, query: string): DataPath => {
  if (rest === 'dev-mode' || rest.startsWith('dev-mode/')) return { kind: 'dev_mode', slug }
  if (!plainForm.test(rest)) return unknown
  const plain = rest.endsWith('/') ? rest.slice(0, -1) : rest
  if (plain === 'livez') return { kind: 'alive', slug }
  const route = plain === 'readyz' ? readiness : routeBelow(plain)
  return route ? { kind: 'data', slug, route, enginePath: `/${plain}${parametersIn(query, route)}` } : unknown
}

/** The one reader of addresses. A slug in the path where the host says it already would be a second opinion, and is refused. */
export const parseDataPath = (url: string, isHostRouted: boolean): DataPath => {
  const mark = url.indexOf('?')
  const [path, query] = mark < 0 ? [url, ''] : [url.slice(0, mark), url.slice(mark)]
  if (isHostRouted) return restOf(path.slice(1), null, query)
  if (!path.startsWith(pathPrefix)) return unknown
  const slash = path.indexOf('/', pathPrefix.length)
  const slug = path.slice(pathPrefix.length, slash)
  return slash < 0 || !slugForm.test(slug) ? unknown : restOf(path.slice(slash + 1), slug, query)
}
