import { finished, type Readable } from 'node:stream'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import { type FailureCode, failureCodes, fileLimits, type OperationShape, operations } from '@facet/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Failure } from '#kernel/failure'
import { jsonOnly } from './failures.ts'
import { allowReceiving } from './receiving-time.ts'

/** A multipart body: its text fields, and its file as it arrives. */
export type Upload = {
  fields: Record<string, string>
  file: AsyncIterable<Buffer>
  /** Lets the rest of the body pass by, when nobody wants it any more. */
  release: () => void
}

const maxFields = 20
const maxFieldBytes = 16_384
// Beside the file: fields, headers of parts, and what stands before the first boundary and after the last.
const maxBesideBytes = 1_048_576

export const maxUploadBytes = fileLimits.maxBytes + maxBesideBytes

// Read and thrown away of a form that is too large, to say which of its files is and to have that answer read.
const maxWastedBytes = 55_574_528

type FileLimit = { bytes: number; tooLarge: FailureCode }

const limitOf = (operation: OperationShape | null | undefined): FileLimit =>
  operation?.fileLimit ?? { bytes: fileLimits.maxBytes, tooLarge: 'file_too_large' }

/** What is read of a form at most. */
export const maxFormBytesOf = (operation: OperationShape): number => limitOf(operation).bytes + maxBesideBytes + maxWastedBytes

// Slower senders are given up. As fast as an ordinary line is in its slower direction.
const minBytesPerMs = 524

const maxPushedBytes = Math.max(...Object.values<OperationShape>(operations).map(({ fileLimit }) => fileLimit?.bytes ?? 0))
/** The longest that any file is given to arrive. */
export const maxReceivingMs = 60_000 + Math.ceil((maxPushedBytes + maxBesideBytes + maxWastedBytes) / minBytesPerMs)

/** A file of an operation with a limit of its own has time by its size; told once it is known that the caller may send it. */
export const allowUpload = ({ raw, headers, facet: { operation } }: FastifyRequest): void => {
  if (!operation?.fileLimit) return
  const bytes = Number(headers['content-length'] ?? maxFormBytesOf(operation))
  allowReceiving(raw, 30_000 + Math.min(bytes, maxFormBytesOf(operation)) / minBytesPerMs)
}

const limitsOf = ({ bytes }: FileLimit) => ({
  fields: maxFields,
  fieldSize: maxFieldBytes,
  parts: maxFields + 2,
  headerPairs: 20,
  headerSize: 8192,
  // One more tells a file of the largest size from a larger one.
  fileSize: bytes + 1,
})

// The parser of JSON bodies refuses the same.
const prototypeKeys = new Set(['__proto__', 'constructor', 'prototype'])
// NUL, and what stands in for bytes that are no UTF-8.
const unstorable = /[\0\uFFFD]/

const invalid = (message: string, cause?: unknown): Failure => new Failure('invalid_request', message, { cause })
const isMultipartType = (request: FastifyRequest): boolean => /^multipart\/form-data\s*(;|$)/i.test(request.headers['content-type'] ?? '')

const tooLarge = ({ bytes, tooLarge: code }: FileLimit, name: string | undefined): Failure =>
  new Failure(
    code,
    `${name ? `"${name.slice(0, 1000)}"` : 'The file'} is larger than the ${bytes} bytes that a file may have. ${failureCodes[code].cure ?? 'Leave it out.'}`,
  )

const quoted = (name: string): string => `\`${name.slice(0, 100)}\``

const problemOfField = (fields: ReadonlyMap<string, string>, name: string | undefined, value: string, isCut: boolean): Failure | null => {
  if (name === undefined || name === '') return invalid('A part of the body has no name.')
  if (prototypeKeys.has(name) || unstorable.test(name)) return invalid(`A field cannot be called ${quoted(name)}.`)
  if (fields.has(name)) return invalid(`The field ${quoted(name)} was sent twice.`)
  if (isCut) return invalid(`The field ${quoted(name)} is longer than ${maxFieldBytes} bytes.`)
  return unstorable.test(value) ? invalid(`The field ${quoted(name)} is not text in UTF-8, or holds a NUL character.`) : null
}

/** The file, chunk by chunk. It ends only when the whole body proved well formed, so nobody acts on half of one. */
async function* chunksOf(
  file: BusboyFileStream,
  limit: FileLimit,
  name: string | undefined,
  bodyEnd: Promise<unknown>,
): AsyncGenerator<Buffer> {
  let size = 0
  try {
    for await (const chunk of file as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > limit.bytes) throw tooLarge(limit, name)
      yield chunk
    }
  } catch (error) {
    // The parser ends the file with an error of its own beside that of the body, which says more.
    if (!(error instanceof Failure)) await bodyEnd
    throw error
  }
  await bodyEnd
}

const declaredBytesOf = ({ headers }: FastifyRequest): number => Number(headers['content-length'] ?? 0)

const parserOf = (request: FastifyRequest, limit: FileLimit): BusboyInstance => {
  try {
    const headers = { 'content-type': request.headers['content-type'] ?? '' }
    return new Busboy({
      headers,
      limits: limitsOf(limit),
      isPartAFile: (name, _type, fileName) => name === 'file' || fileName !== undefined,
    })
  } catch (error) {
    throw invalid('The Content-Type of a multipart body names its boundary; this one does not.', error)
  }
}

/** Reads the fields and answers when the file begins. What is wrong after that, the reader of the file hears. */
export const readUpload = (request: FastifyRequest, body: Readable): Promise<Upload> => {
  const limit = limitOf(request.facet.operation)
  const maxBytes = limit.bytes + maxBesideBytes
  const parser = parserOf(request, limit)
  const fields = new Map<string, string>()
  const end = Promise.withResolvers<null>()
  const begin = Promise.withResolvers<Upload>()
  let file: BusboyFileStream | undefined
  let size = 0
  // Heard by whoever reads the file, if anybody does.
  end.promise.catch(() => undefined)

  const release = (): void => {
    body.unpipe(parser)
    body.resume()
  }
  const fail = (failure: Failure): void => {
    begin.reject(failure)
    end.reject(failure)
    file?.destroy(failure)
    release()
  }
  parser.on('field', (name: string | undefined, value, _isNameCut, isCut) => {
    if (file) return fail(new Failure('upload_order', `The field ${quoted(name ?? '')} came after the file. Send the text fields first.`))
    const problem = problemOfField(fields, name, value, isCut)
    if (problem) return fail(problem)
    fields.set(name ?? '', value)
  })
  parser.on('file', (name: string | undefined, stream) => {
    // It is destroyed with a reason that nobody may be waiting for.
    stream.on('error', () => undefined)
    if (file) return fail(invalid('The body holds more than one file. Send one file per request.'))
    if (name !== 'file') return fail(invalid(`The file was sent as ${quoted(name ?? '')}. Send it as the part named \`file\`.`))
    file = stream
    if (declaredBytesOf(request) > maxBytes) return fail(tooLarge(limit, fields.get('fileName')))
    begin.resolve({ fields: Object.fromEntries(fields), file: chunksOf(stream, limit, fields.get('fileName'), end.promise), release })
  })
  for (const event of ['fieldsLimit', 'partsLimit'] as const)
    parser.on(event, () => fail(invalid(`The body has more parts than ${maxFields} fields and a file.`)))
  parser.on('error', (error) => fail(invalid('The multipart body ends early or is not well formed.', error)))
  parser.on('finish', () => {
    if (!file) fail(invalid('The body holds no file. Send it as the part named `file`, after the text fields.'))
    end.resolve(null)
  })
  body.on('data', (bytes: Buffer) => {
    size += bytes.length
    if (size <= maxBytes) return
    fail(file ? tooLarge(limit, fields.get('fileName')) : new Failure('body_too_large', `A multipart body is at most ${maxBytes} bytes.`))
  })
  finished(body, (error) => {
    if (error) fail(invalid('The request ended before its body did.', error))
  })
  body.pipe(parser)
  return begin.promise
}

/** Multipart bodies are read for the operations that take one and for no other. */
export const addMultipartParser = (app: FastifyInstance): void => {
  app.addContentTypeParser(/^multipart\/form-data/i, async (request: FastifyRequest, body: Readable) => {
    if (!request.facet.operation?.isMultipart) throw jsonOnly()
    return readUpload(request, body)
  })
}

/** Asked before anything of the body is read. */
export const requireMultipart = (request: FastifyRequest): void => {
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity')
    throw new Failure('unsupported_media_type', `A form is not read with Content-Encoding: ${encoding.slice(0, 100)}. Send it as it is.`)
  if (!isMultipartType(request))
    throw new Failure('unsupported_media_type', 'The body is read as a form with a file. Send Content-Type: multipart/form-data.')
  const { operation } = request.facet
  if (operation && declaredBytesOf(request) > maxFormBytesOf(operation)) throw tooLarge(limitOf(operation), undefined)
}
