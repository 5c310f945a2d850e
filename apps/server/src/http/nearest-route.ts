import { operations, type OperationShape } from '@facet/contract'

type Route = { method: string; segments: string[] }

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '')

const routes: readonly Route[] = Object.values<OperationShape>(operations).map(({ method, path }) => ({
  method,
  segments: segmentsOf(path),
}))

/** The methods of operations at a path. */
const methodsAt = (path: string): string[] => {
  const asked = segmentsOf(path)
  const found = routes.filter(
    ({ segments }) =>
      segments.length === asked.length && segments.every((segment, index) => segment.startsWith('{') || segment === asked[index]),
  )
  return [...new Set(found.map(({ method }) => method))].toSorted()
}

// The reference serves one API below two prefixes, and clients mix them up.
const prefixes = ['/api/v1/', '/build/api/v1/']
const anyPrefix = /^\/(?:build\/)?(?:api\/)?(?:v1\/)?/

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

const maxPathCharacters = 200

/** What a caller may have meant by a route that does not exist; null if nothing is near it. */
export const nearestRoute = (method: string, path: string): string | null => {
  if (path.length > maxPathCharacters) return null
  const elsewhere = prefixes.map((prefix) => path.replace(anyPrefix, prefix))
  for (const candidate of elsewhere) if (methodsAt(candidate).includes(method)) return `Did you mean ${method} ${candidate}?`
  const here = methodsAt(path)
  if (here.length > 0) return `This path takes ${listed(here)}.`
  for (const candidate of [...elsewhere, ...elsewhere.map((each) => each.replace(/\/[^/]*\/?$/, ''))]) {
    const methods = methodsAt(candidate)
    if (methods.length > 0) return `Did you mean ${listed(methods)} ${candidate}?`
  }
  return null
}
