import { commonFailures, FailureBody, type FailureCode, failureCodes, statusOf } from './failures.ts'
import { listIneffectiveFields } from './no-effect.ts'
import type { OperationShape } from './operation.ts'
import { operations } from './generated/operations.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonMap = { [key: string]: Json }

/** Every failure code an operation can answer: its own and those its shape brings with it. */
export const failuresOf = (operation: OperationShape): FailureCode[] => [...new Set(listFailures(operation))]

const listFailures = (operation: OperationShape): FailureCode[] => [
  ...commonFailures.always,
  ...(operation.credentials.length === 0 ? [] : commonFailures.authenticated),
  // What a frame calls itself is called from a page, and the page may be one that must not.
  ...(operation.credentials.length === 0 || operation.credentials.includes('embed') ? commonFailures.fromPages : []),
  // A body is read wherever the method may carry one, whether or not the operation has a use for it.
  ...(operation.method === 'GET' ? [] : commonFailures.mayHaveBody),
  ...(operation.isMultipart ? [...commonFailures.multipart, operation.fileLimit?.tooLarge ?? 'file_too_large'] : []),
  ...(operation.locks === 'content' && operation.method !== 'GET' ? commonFailures.onContent : []),
  ...(operation.runsOn === 'owner' ? commonFailures.onRepository : []),
  ...(operation.idempotency ? commonFailures.idempotent : []),
  ...operation.failures,
]

const isMap = (node: unknown): node is JsonMap => typeof node === 'object' && node !== null && !Array.isArray(node)

const mapValues = (map: JsonMap, change: (value: Json, key: string) => Json): JsonMap =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value, key)]))

/** Copies a schema, moving every titled part into `components` and leaving a reference in its place. */
export const referenced = (node: unknown, components: JsonMap): Json => {
  if (Array.isArray(node)) return node.map((item) => referenced(item, components))
  if (!isMap(node)) return node as Json
  if (typeof node['$ref'] === 'string') return { $ref: `#/components/schemas/${node['$ref']}` }
  const { title, ...rest } = node
  const copy = mapValues(rest, (value, key) => {
    if (key === 'enum') return value
    // A property may itself be called `title`: only the schemas below it are walked.
    return key === 'properties' && isMap(value)
      ? mapValues(value, (property) => referenced(property, components))
      : referenced(value, components)
  })
  if (typeof title !== 'string') return copy
  const known = components[title]
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(copy)) throw new Error(`Two different schemas are called ${title}.`)
  components[title] = copy
  return { $ref: `#/components/schemas/${title}` }
}

const parameters = (operation: OperationShape, components: JsonMap): Json[] => {
  const list = (place: 'path' | 'query', object: OperationShape['params']): Json[] =>
    Object.entries(object?.properties ?? {}).map(([name, schema]) => {
      const { description, ...rest } = referenced(schema, components) as JsonMap
      const example = (place === 'path' ? operation.example.params : operation.example.query) as JsonMap | undefined
      return {
        name,
        in: place,
        required: place === 'path' || ((object?.required ?? []) as string[]).includes(name),
        ...(description === undefined ? {} : { description }),
        schema: rest,
        ...(example?.[name] === undefined ? {} : { example: example[name] }),
      }
    })
  const idempotency: Json = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'Repeating a request with the same key within 24 hours answers what the first one answered and does nothing twice.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
  }
  const headers = (operation.headers ?? []).map((name): Json => ({ name, in: 'header', required: false, schema: { type: 'string' } }))
  return [...list('path', operation.params), ...list('query', operation.query), ...headers, ...(operation.idempotency ? [idempotency] : [])]
}

/** What is written as JSON is read as such by whoever reads it, whatever its type is called. */
const documentSchema = (type: string): JsonMap => ({ type: type.endsWith('+json') ? 'object' : 'string' })

const descriptionOf = ({ streams }: OperationShape): string => {
  if (streams === 'application/x-tar') return 'An archive, as it is read.'
  return streams ? 'One object a line.' : 'Done.'
}

const noEffectHeader = (operation: OperationShape): JsonMap =>
  listIneffectiveFields(operation.body).length === 0
    ? {}
    : {
        headers: {
          'Facet-No-Effect': {
            description: 'JSON pointers of the fields of the request that were stored and have no effect in this version.',
            schema: { type: 'string' },
          },
        },
      }

const success = (operation: OperationShape, components: JsonMap): JsonMap => {
  if (operation.status === 204) return { '204': { description: 'Done; there is no body.' } }
  const [status = 200, other] = operation.statuses ?? []
  const content = { schema: referenced(operation.returns, components), example: operation.example.returns as Json }
  return {
    [String(status)]: {
      description: descriptionOf(operation),
      ...noEffectHeader(operation),
      content: {
        [operation.streams ?? 'application/json']: content,
        ...Object.fromEntries((operation.documents ?? []).map((type) => [type, { schema: documentSchema(type) }])),
      },
    },
    ...(other === undefined ? {} : { [String(other)]: { description: 'Nothing was to be done; there is no body.' } }),
  }
}

const failureResponses = (operation: OperationShape): JsonMap => {
  const codesByStatus = new Map<number, FailureCode[]>()
  for (const code of new Set(failuresOf(operation))) codesByStatus.set(statusOf(code), [...(codesByStatus.get(statusOf(code)) ?? []), code])
  const entries = [...codesByStatus].toSorted(([a], [b]) => a - b)
  return Object.fromEntries(
    entries.map(([status, codes]) => [
      String(status),
      {
        description: codes.map(explained).join('\n'),
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Failure' },
            examples: Object.fromEntries(codes.map((code) => [code, { value: failureExample(code) }])),
          },
        },
      },
    ]),
  )
}

const explained = (code: FailureCode): string =>
  [`\`${code}\`: ${failureCodes[code].meaning}`, failureCodes[code].cure].filter((part) => part !== undefined).join(' ')

const failureExample = (code: FailureCode): JsonMap => {
  const message = failureCodes[code].example ?? failureCodes[code].meaning
  return { code, message, error: message, requestId: '01K1ZV7C4W' }
}

const securityOf = ({ credentials }: OperationShape): Json =>
  credentials.length === 0 ? [] : [{ key: [] }, ...(credentials.includes('embed') ? [{ embedToken: [] }] : [])]

const filePart: Json = { type: 'string', format: 'binary' }

/** A form is one object: a closed schema beside another one would refuse the fields of that. */
const formSchema = (body: object, components: JsonMap): Json => {
  const { title: _title, properties, ...rest } = body as JsonMap
  return referenced({ ...rest, properties: { ...(properties as JsonMap | undefined), file: filePart } }, components)
}

const requestContent = (operation: OperationShape, body: object, components: JsonMap): JsonMap =>
  operation.isMultipart
    ? { 'multipart/form-data': { schema: formSchema(body, components) } }
    : { 'application/json': { schema: referenced(body, components), example: operation.example.body as Json } }

const document = (operation: OperationShape, components: JsonMap): JsonMap => ({
  operationId: operation.id,
  tags: [operation.tag],
  summary: operation.summary,
  ...(operation.description === undefined ? {} : { description: operation.description }),
  ...(operation.own ? { 'x-facet': true } : {}),
  'x-facet-action': operation.action,
  'x-facet-reach': operation.reach,
  parameters: parameters(operation, components),
  ...(operation.body ? { requestBody: { required: false, content: requestContent(operation, operation.body, components) } } : {}),
  responses: { ...success(operation, components), ...failureResponses(operation) },
  security: securityOf(operation),
})

/** The OpenAPI 3.1 document of the whole contract. References point into components/schemas only: older tools refuse others. */
export const openApiDocument = (list: readonly OperationShape[] = Object.values(operations)) => {
  const components: JsonMap = {}
  referenced(FailureBody, components)
  const paths: { [path: string]: JsonMap } = {}
  for (const operation of list.filter(({ removed }) => !removed))
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = document(operation, components)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Facet management API',
      version: '1.0.0',
      description: 'An open, self-hosted control plane for the Cube semantic layer.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => a.localeCompare(b))),
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key (`sk-…`), as `Bearer` or `Api-Key`; both are accepted everywhere.',
        },
        embedToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The token of an embed session, as `Bearer` or `Embed-Token`; it reaches its own deployment only.',
        },
      },
    },
  }
}
