import { FacetFailure } from './failure.ts'
import type { Failure } from './generated/failures.ts'
import { retryAfterMs } from './retry.ts'

/** The value of a successful answer; an answer without a body is null. */
export const valueOf = (operation: string, response: Response, text: string): unknown => {
  if (text === '') return null
  const value = parse(text)
  if (value === undefined || !isJson(response)) throw unexpectedResponse(operation, response, contentOf(response, text))
  return value
}

/** The value of a JSON answer, or the text of one written in another type. */
export const documentOf = (operation: string, response: Response, text: string): unknown =>
  isJson(response) ? valueOf(operation, response, text) : text

/** The failure an answer outside 2xx stands for. */
export const failureOf = (operation: string, response: Response, text: string): FacetFailure => {
  const body = parse(text)
  if (!isFailure(body)) return unexpectedResponse(operation, response, contentOf(response, text))
  return new FacetFailure(body.message, {
    operation,
    status: response.status,
    code: body.code,
    requestId: body.requestId ?? requestIdOf(response),
    errors: body.errors,
    conflicts: body.conflicts,
    parentHash: body.parentHash,
    retryAfterMs: retryAfterMs(response.headers),
  })
}

/** Proxies and wrong addresses answer in their own words; status and content type tell who it was. */
export const unexpectedResponse = (operation: string, response: Response, content: string, cause?: unknown): FacetFailure => {
  const requestId = requestIdOf(response)
  const type = response.headers.get('content-type') ?? 'no content type'
  const trace = requestId === undefined ? 'without a request id' : `request id ${requestId}`
  return new FacetFailure(`${operation} answered ${response.status} with ${content} (${type}), ${trace}.`, {
    operation,
    status: response.status,
    code: 'unexpected_response',
    requestId,
    retryAfterMs: retryAfterMs(response.headers),
    cause,
  })
}

const contentOf = (response: Response, text: string): string => {
  if (text === '') return 'an empty body'
  return isJson(response) && parse(text) !== undefined ? 'JSON of another shape' : 'a body that is not JSON'
}

const requestIdOf = (response: Response): string | undefined => response.headers.get('x-request-id') ?? undefined

const isJson = (response: Response): boolean => /[/+]json\b/i.test(response.headers.get('content-type') ?? '')

const isFailure = (body: unknown): body is Partial<Failure> & { code: string; message: string } =>
  typeof body === 'object' &&
  body !== null &&
  'code' in body &&
  typeof body.code === 'string' &&
  'message' in body &&
  typeof body.message === 'string'

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
