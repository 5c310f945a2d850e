import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { maxBodyBytes } from './read-body.ts'
import { bodyRefusals } from './refusals.ts'

type Passed = Record<string, string | string[] | undefined>

/** Read by us and believed once: who sends one of them twice could mean either. */
const single = new Map([
  [4, 'host'],
  [6, 'origin'],
  [13, 'authorization'],
  [12, 'content-type'],
])

export const requireSingleHeaders = ({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): void => {
  let seen = ''
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    const expected = single.get(name.length)
    if (expected === undefined || name.toLowerCase() !== expected) continue
    if (seen.includes(`${expected} `)) throw bodyRefusals.twice(expected)
    seen += `${expected} `
  }
}

const jsonForm = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i

/** The size of a body as its headers declare it; null for a chunked one. */
export type DeclaredBody = { bytes: number | null }

/** The body that the headers declare, checked before anything of it is read. */
export const bodyOf = (method: string, headers: IncomingHttpHeaders): DeclaredBody | null => {
  const length = headers['content-length']
  const isChunked = headers['transfer-encoding'] !== undefined
  if (!isChunked && (length === undefined || length === '0')) return null
  if (method !== 'POST') throw bodyRefusals.unexpected()
  if (length !== undefined && Number(length) > maxBodyBytes) throw bodyRefusals.tooLarge(maxBodyBytes)
  if (!jsonForm.test(headers['content-type'] ?? '')) throw bodyRefusals.type()
  return { bytes: isChunked || length === undefined ? null : Number(length) }
}

export type EngineHeaders = { authorization: string; requestId: string; traceparent: string; body: Buffer | null }

/** All that the engine is told: the caller's own headers end here. */
export const engineHeaders = ({ authorization, requestId, traceparent, body }: EngineHeaders): string[] => {
  const headers = ['authorization', authorization, 'x-request-id', requestId, 'traceparent', traceparent, 'accept', 'application/json']
  if (body) headers.push('content-type', 'application/json', 'content-length', String(body.length))
  return headers
}

const answered = ['content-type', 'content-length', 'retry-after'] as const

/** All that the caller is told of the engine's headers. */
export const answerHeaders = (from: Passed): Record<string, string> => {
  const headers: Record<string, string> = {}
  for (const name of answered) {
    const value = from[name]
    if (typeof value === 'string') headers[name] = value
  }
  return headers
}
