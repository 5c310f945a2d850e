import { circularSchemas } from '@facet/contract'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { Failure, type FailureDetails } from '#kernel/failure'
import { cutPointer, pointerTo } from '#kernel/json-pointer'
import { createSuggestName, type SuggestName } from '#kernel/nearest-name'
import { maxProblems } from '#kernel/problems'
import { isLarge } from './input-size.ts'
import { reportUnionsOnce } from './union-errors.ts'

export type Part = 'params' | 'query' | 'body'

// One mistake can be reported several times; more of them than this are not looked at.
const maxReports = 200

const createAjv = (settings: { allErrors: boolean }): Ajv => {
  // Schemas are ours, and a test holds them to the language of schemas: looking again at every start takes longer than all else here.
  const ajv = new Ajv({ ...settings, strict: false, useDefaults: false, validateSchema: false, verbose: true })
  // The named export of this CommonJS package is not seen under native ESM types.
  ;(addFormats as unknown as (target: Ajv) => void)(ajv)
  for (const [title, schema] of Object.entries(circularSchemas)) ajv.addSchema(schema, title)
  return ajv
}

const unknownName = (part: Part, { params, parentSchema }: ErrorObject, suggest: SuggestName): string => {
  const known = Object.keys((parentSchema?.['properties'] as object | undefined) ?? {})
  const meant = suggest(String(params['additionalProperty']), known)
  return `is not a known ${part === 'query' ? 'parameter' : 'field'}.${meant === undefined ? '' : ` Did you mean "${meant}"?`}`
}

const explain = (part: Part, error: ErrorObject, suggest: SuggestName): string => {
  if (error.keyword === 'required') return 'is required.'
  if (error.keyword === 'additionalProperties') return unknownName(part, error, suggest)
  if (error.keyword === 'enum') return `must be one of ${(error.params['allowedValues'] as unknown[]).join(', ')}.`
  return `${error.message ?? 'is not valid'}.`
}

/** A missing or unknown field is reported on its object; the pointer names the field itself. */
const pointerOf = (part: Part, { instancePath, params }: ErrorObject): string => {
  const field: unknown = params['missingProperty'] ?? params['additionalProperty']
  const pointer = `/${part}${instancePath}`
  return typeof field === 'string' ? pointerTo(pointer, field) : cutPointer(pointer)
}

const detailsOf = (part: Part, errors: readonly ErrorObject[]): FailureDetails => {
  const suggest = createSuggestName()
  return reportUnionsOnce(errors.slice(0, maxReports))
    .slice(0, maxProblems)
    .map((error) => ({ pointer: pointerOf(part, error), message: explain(part, error, suggest) }))
}

export const validationFailure = (details: FailureDetails): Failure => {
  const [first] = details
  const more = details.length > 1 ? ` (and ${details.length - 1} more in \`errors\`)` : ''
  return new Failure('invalid_request', `The request is not valid: ${first?.pointer} ${first?.message}${more}`, { errors: details })
}

/** Returns the first problems of a value, none if it is valid. Of a large value only the first one. */
export type FindProblems = (value: unknown) => FailureDetails

export type Validators = { of: (part: Part, schema: object) => FindProblems }

/** Compiles a schema on first use: a process serves few of its operations. */
const compileOnce = (ajv: Ajv, schema: object): (() => ValidateFunction) => {
  let compiled: ValidateFunction | undefined
  return () => (compiled ??= ajv.compile(schema))
}

/** No value is coerced: bodies are JSON, and path and query were read as their types before. */
export const createValidators = (): Validators => {
  const exhaustive = createAjv({ allErrors: true })
  const stopping = createAjv({ allErrors: false })
  return {
    of: (part, schema) => {
      const ofSmall = compileOnce(exhaustive, schema)
      const ofLarge = compileOnce(stopping, schema)
      return (value) => {
        const validate = isLarge(value) ? ofLarge() : ofSmall()
        return validate(value) ? [] : detailsOf(part, validate.errors ?? [])
      }
    },
  }
}
