import { andThen } from './at-once.ts'
import { originRefused } from './refusals.ts'

export type OriginsOf = (tenantId: number) => Promise<readonly string[]> | readonly string[]

const exposed = { 'access-control-expose-headers': 'x-request-id, retry-after' }
const varied = { vary: 'Origin' }

/** What the browser is told of the page that calls; null if that page may not. No cookie is involved, so credentials are never allowed. */
export const originHeaders = (origin: string | undefined, own: string, allowed: readonly string[]): Record<string, string> | null => {
  if (origin === undefined || origin === own) return varied
  return allowed.includes(origin) ? { ...varied, ...exposed, 'access-control-allow-origin': origin } : null
}

export const preflightHeaders = (methods: readonly string[]): Record<string, string> => ({
  'access-control-allow-methods': methods.join(', '),
  'access-control-allow-headers': 'authorization, content-type, x-request-id, traceparent',
  'access-control-max-age': '600',
})

/** Settled before the token is looked at, so that the page can read refusals too. */
export const settleOrigin = (
  origin: string | undefined,
  own: string,
  tenantId: number,
  originsOf: OriginsOf,
): Record<string, string> | Promise<Record<string, string>> => {
  if (origin === undefined || origin === own) return varied
  return andThen(originsOf(tenantId), (allowed) => {
    const headers = originHeaders(origin, own, allowed)
    if (headers === null) throw originRefused(origin)
    return headers
  })
}
