import { type OperationId, type OperationShape, operations } from '@facet/contract'
import type { Caller } from './callers.ts'
import type { Verdict } from './expected.ts'
import type { Target } from './targets.ts'

export type Answer = { status: number; code: string | null; text: string }

const missingId = 999_999_999

/** Parameters that a target does not give name resources that do not exist, so permitted calls leave the fixture alone. */
const paramsOf = ({ path, example }: OperationShape, { params = {} }: Pick<Target, 'params'>): [name: string, value: string][] => {
  const given = example.params as Record<string, string | number> | undefined
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const usual = given?.[name]
    return [name, String(params[name] ?? (typeof usual === 'number' ? missingId : usual))]
  })
}

const firstPage = 1000

/** Required parameters have the values of the example. Lists are read in one page, so an answer shows all that the caller sees. */
const queryOf = ({ query, example }: OperationShape, target: Pick<Target, 'query'>): [name: string, value: string][] => {
  const given = example.query as Record<string, unknown> | undefined
  const required = ((query?.required ?? []) as string[]).map((name): [string, unknown] => [name, given?.[name]])
  const page = query && 'first' in query.properties ? { first: firstPage } : {}
  return Object.entries({ ...page, ...Object.fromEntries(required), ...target.query }).map(([name, value]) => [name, String(value)])
}

export const pathOf = (operation: OperationShape, target: Pick<Target, 'params' | 'query'>): string => {
  const filled = paramsOf(operation, target).reduce(
    (path, [name, value]) => path.replace(`{${name}}`, encodeURIComponent(value)),
    operation.path as string,
  )
  const query = queryOf(operation, target)
  return query.length === 0 ? filled : `${filled}?${new URLSearchParams(query).toString()}`
}

const formOf = ({ example }: OperationShape): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries((example.body ?? {}) as Record<string, string>)) form.set(name, value)
  form.set('file', new Blob(['not a file of the expected type']), 'file')
  return form
}

const bodyOf = (operation: OperationShape, { body }: Target): { body?: FormData | string; headers?: Record<string, string> } => {
  if (operation.isMultipart) return { body: formOf(operation) }
  if (!operation.body) return {}
  return { body: JSON.stringify(body ?? operation.example.body), headers: { 'content-type': 'application/json' } }
}

/** Sends an operation with the input of its contract example. */
export const sendAs = async (
  url: string,
  host: Record<string, string>,
  { key, origin }: Pick<Caller, 'key' | 'origin'>,
  id: OperationId,
  target: Target,
): Promise<Answer> => {
  const operation: OperationShape = operations[id]
  const { body, headers } = bodyOf(operation, target)
  const end = new AbortController()
  const response = await fetch(`${url}${pathOf(operation, target)}`, {
    method: operation.method,
    headers: {
      ...host,
      ...headers,
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(origin === undefined ? {} : { origin }),
    },
    ...(body === undefined ? {} : { body }),
    signal: end.signal,
  })
  if (operation.isHeldOpen && response.ok) {
    end.abort()
    return { status: response.status, code: null, text: '' }
  }
  const text = await response.text()
  const isFailure = response.status >= 400
  return { status: response.status, code: isFailure ? (JSON.parse(text) as { code: string }).code : null, text }
}

// Other failures with status 401 are about a session in the body.
const refusedCredentials = new Set(['unauthenticated', 'embed_token_revoked', 'embed_token_expired'])

/**
 * What an answer says of the caller. A 404 hides a resource when the target exists; another failure of a later rule means that the caller
 * was authorized.
 */
export const verdictOf = ({ status, code }: Answer, { isHiddenById }: Target): Verdict => {
  if (code !== null && refusedCredentials.has(code)) return 'unauthenticated'
  if (code === 'forbidden' || code === 'outside_key_scope') return code
  if (code === 'deployment_not_found' || (isHiddenById && status === 404)) return 'hidden'
  return 'allowed'
}
