import type { Call, CallInput } from './operation.ts'
import type { Settings } from './settings.ts'

export const urlOf = ({ id, operation, input }: Call, { baseUrl }: Settings): string => {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => pathSegment(id, name, input.params?.[name]))
  const query = queryText(input.query)
  return `${baseUrl}${path}${query === '' ? '' : `?${query}`}`
}

/** URLs drop `.` and `..` even when they are encoded, so such a value would reach another operation. */
const pathSegment = (id: string, name: string, value: string | number | boolean | undefined): string => {
  const text = String(value ?? '')
  if (text === '') throw new TypeError(`${id} needs the path parameter ${name}.`)
  if (text === '.' || text === '..') throw new TypeError(`${id} cannot take "${text}" as the path parameter ${name}.`)
  return encodeURIComponent(text)
}

const queryText = (query: CallInput['query'] = {}): string => {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) {
      if (one !== undefined && one !== null) parameters.append(name, String(one))
    }
  }
  return parameters.toString()
}

export const headersOf = async ({ operation, input, options }: Call, settings: Settings): Promise<Headers> => {
  const headers = new Headers({ accept: acceptOf(operation) })
  // The type of a form names its boundary, which only fetch knows.
  if (hasBody(operation, input) && !operation.multipart) headers.set('content-type', 'application/json')
  if (input.idempotencyKey !== undefined) headers.set('idempotency-key', input.idempotencyKey)
  const key = typeof settings.key === 'function' ? await settings.key() : settings.key
  if (key !== undefined) setKey(headers, settings.scheme, key)
  for (const [name, value] of Object.entries({ ...settings.headers, ...options.headers })) headers.set(name, value)
  return headers
}

const acceptOf = ({ streams, bytes, documents }: Call['operation']): string => {
  if (bytes) return 'application/x-tar, application/json'
  if (streams) return 'application/x-ndjson, application/json'
  return documents ? '*/*' : 'application/json'
}

const setKey = (headers: Headers, scheme: string, key: string): void => {
  try {
    headers.set('authorization', `${scheme} ${key}`)
  } catch {
    // The error of the platform quotes the value, so it is not passed on even as a cause.
    throw new TypeError('The key holds characters that a header cannot carry.')
  }
}

export const bodyOf = ({ id, operation, input }: Call): string | FormData | null => {
  if (operation.multipart) return formOf(id, input)
  return hasBody(operation, input) ? JSON.stringify(input.body) : null
}

/** The service reads the file as it arrives, so the fields are sent first. */
const formOf = (id: string, { body, file }: CallInput): FormData => {
  if (file === undefined) throw new TypeError(`${id} needs a file.`)
  const form = new FormData()
  for (const [name, value] of Object.entries((body ?? {}) as Record<string, unknown>))
    if (value !== undefined && value !== null) form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  form.append('file', file instanceof Blob ? file : new Blob([new Uint8Array(file)]))
  return form
}

const hasBody = (operation: Call['operation'], input: CallInput): boolean => operation.hasBody === true && input.body !== undefined
