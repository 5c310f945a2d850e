import { circularSchemas } from '@facet/contract'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { Failure, type FailureDetails } from '#kernel/failure'
import { reportUnionsOnce } from './union-errors.ts'

export type Part = 'params' | 'query' | 'body'

const maxErrors = 20
// One mistake can be reported several times; more of them than this are not looked at.
const maxReports = 200

const createAjv = (coerceTypes: boolean): Ajv => {
  // Schemas are ours, and a test holds them to the language of schemas: looking again at every start takes longer than all else here.
  const ajv = new Ajv({ allErrors: true, strict: false, coerceTypes, useDefaults: false, validateSchema: false })
  // The named export of this CommonJS package is not seen under native ESM types.
  ;(addFormats as unknown as (target: Ajv) => void)(ajv)
  for (const [title, schema] of Object.entries(circularSchemas)) ajv.addSchema(schema, title)
  return ajv
}

const explain = (error: ErrorObject): string => {
  if (error.keyword === 'required') return 'is required.'
  if (error.keyword === 'additionalProperties') return 'is not a known field.'
  if (error.keyword === 'enum') return `must be one of ${(error.params['allowedValues'] as unknown[]).join(', ')}.`
  return `${error.message ?? 'is not valid'}.`
}

/** A missing or unknown field is reported on its object; the pointer names the field itself. */
const pointerTo = (part: Part, { instancePath, params }: ErrorObject): string => {
  const field: unknown = params['missingProperty'] ?? params['additionalProperty']
  const last = typeof field === 'string' ? `/${field.replaceAll('~', '~0').replaceAll('/', '~1')}` : ''
  return `/${part}${instancePath}${last}`
}

const detailsOf = (part: Part, errors: ErrorObject[]): FailureDetails =>
  reportUnionsOnce(errors.slice(0, maxReports))
    .slice(0, maxErrors)
    .map((error) => ({ pointer: pointerTo(part, error), message: explain(error) }))

export const validationFailure = (part: Part, errors: ErrorObject[]): Failure => {
  const details = detailsOf(part, errors)
  const [first] = details
  const more = details.length > 1 ? ` (and ${details.length - 1} more in \`errors\`)` : ''
  return new Failure('invalid_request', `The request is not valid: ${first?.pointer} ${first?.message}${more}`, { errors: details })
}

export type Validators = {
  /** Compiled when first asked for, and once: a start should be quick, and most of a process's requests are of a few operations. */
  of: (part: Part, schema: object) => () => ValidateFunction
}

/** Path and query arrive as text and are coerced; bodies are JSON and taken as they are. */
export const createValidators = (): Validators => {
  const strict = createAjv(false)
  const coercing = createAjv(true)
  return {
    of: (part, schema) => {
      let compiled: ValidateFunction | undefined
      return () => (compiled ??= (part === 'body' ? strict : coercing).compile(schema))
    },
  }
}
