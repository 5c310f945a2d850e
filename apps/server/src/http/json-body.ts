import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Failure } from '#kernel/failure'
import { isTooDeep, maxDepth } from '#kernel/json-depth'
import { holdActualSize } from './held-bytes.ts'

// Escapes that may stand for what no text column or document holds: NUL, or half of a surrogate pair.
const suspicious = /\\u(0000|d[89a-f])/i
const unstorable = /(?<!\\)(?:\\\\)*\\u(0000|d[89a-f])/i

/** Whether some text of the body is not storable. Written out again, whole pairs are characters and only the halves are escapes. */
export const isUnstorable = (json: string, value: unknown): boolean => suspicious.test(json) && unstorable.test(JSON.stringify(value))

/** An empty body with a JSON content type is no body; anything else goes to the parser that refuses prototype keys. */
export const addJsonParser = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    /^application\/(.+\+)?json/,
    { parseAs: 'string' },
    (request: FastifyRequest, body: string, done: (error: Error | null, value?: unknown) => void) => {
      holdActualSize(request, body)
      if (request.facet.operation?.isSigned) request.facet.signedText = body
      if (body === '') done(null, undefined)
      else if (isTooDeep(body)) done(new Failure('invalid_request', `The body nests objects and arrays deeper than ${maxDepth} levels.`))
      else
        void parse(request, body, (error, value) => {
          if (!error && isUnstorable(body, value))
            done(new Failure('invalid_request', 'The body holds text that is not Unicode, or a NUL character.'))
          else done(error, value)
        })
    },
  )
}
