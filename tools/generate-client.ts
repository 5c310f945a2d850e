import { FailureBody, failureCodes, type OperationShape, operations } from '@facet/contract'
import { formatFiles } from './generate/format.ts'
import { type NamedType, namedTypes, type SchemaUse, sharedFile } from './generate/named-types.ts'
import { braces, comment, field, type JsonSchema, mentionsOf, plain, shapeOf, typeOf } from './generate/schema-type.ts'
import { writeFiles } from './generate/write.ts'

const folder = 'packages/client/src/generated'
const banner = '// Generated from packages/contract by pnpm generate. Do not edit.\n'
const failuresFile = 'failures'
const reservedFiles = new Set([sharedFile, failuresFile, 'operations', 'index'])

const fileOf = ({ tag }: OperationShape): string => tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

const capitalised = (id: string): string => `${id.charAt(0).toUpperCase()}${id.slice(1)}`
const callName = ({ id }: OperationShape): string => `${capitalised(id)}Call`
const queryName = ({ id, query }: OperationShape): string => plain(query ?? {}).title ?? `${capitalised(id)}Query`
const hasOwnQueryType = ({ query }: OperationShape): boolean => query !== undefined && plain(query).title === undefined

const inputsOf = ({ params, query, body }: OperationShape): JsonSchema[] =>
  [params, query, body].filter((part) => part !== undefined).map(plain)

const usesOf = (operation: OperationShape): SchemaUse[] => [
  ...inputsOf(operation).map((schema) => ({ schema, direction: 'input' as const, file: fileOf(operation) })),
  { schema: plain(operation.returns), direction: 'output', file: fileOf(operation) },
]

/** What one call takes, as fields: empty when the operation takes nothing. */
const callFields = (operation: OperationShape): string[] => {
  const { params, query, body, isMultipart, idempotency } = operation
  const given = { isRequired: true, direction: 'input' } as const
  const optional = { isRequired: false, direction: 'input' } as const
  return [
    ...(params ? [field('params', typeOf(plain(params), 'input'), given)] : []),
    ...(query ? [field('query', queryName(operation), plain(query).required?.length ? given : optional)] : []),
    ...(body ? [field('body', typeOf(plain(body), 'input'), given)] : []),
    ...(isMultipart ? [field('file', 'Blob | Uint8Array', { ...given, description: 'Sent after the fields of the body.' })] : []),
    ...(idempotency ? [field('idempotencyKey', 'string', { ...optional, description: 'Made by the client when left out.' })] : []),
  ]
}

const callTypes = (operation: OperationShape): string[] => {
  const fields = callFields(operation)
  return [
    ...(hasOwnQueryType(operation) ? [`export type ${queryName(operation)} = ${shapeOf(plain(operation.query ?? {}), 'input')}`] : []),
    ...(fields.length === 0 ? [] : [`export type ${callName(operation)} = ${braces(fields)}`]),
  ]
}

const isList = ({ query, returns }: OperationShape): boolean => {
  const answer = plain(returns).properties ?? {}
  return plain(query ?? {}).properties?.['after'] !== undefined && answer['items'] !== undefined && answer['pageInfo'] !== undefined
}

const importsOf = (names: readonly string[], types: ReadonlyMap<string, { file: string }>, from: string): string => {
  const namesByFile = Map.groupBy([...new Set(names)].toSorted(), (name) => types.get(name)?.file ?? from)
  return [...namesByFile]
    .filter(([file]) => file !== from)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, imported]) => `import type { ${imported.join(', ')} } from './${file}.ts'\n`)
    .join('')
}

const typesFile = (file: string, types: ReadonlyMap<string, NamedType>, list: readonly OperationShape[]): string => {
  const own = [...types].filter(([, type]) => type.file === file).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const calls = list.filter((operation) => fileOf(operation) === file)
  const mentions = [
    ...own.flatMap(([, { schema }]) => mentionsOf(schema)),
    ...calls.flatMap((operation) => mentionsOf({ allOf: inputsOf(operation) })),
  ]
  const declarations = [
    ...own.map(([name, { schema, direction }]) => `${comment(schema.description)}export type ${name} = ${shapeOf(schema, direction)}`),
    ...calls.flatMap(callTypes),
    ...(file === failuresFile ? [failureCodeType()] : []),
  ]
  return [importsOf(mentions, types, file), ...declarations].filter(Boolean).join('\n\n')
}

const failureCodeType = (): string =>
  `${comment('The stable codes the API answers with.')}export type FailureCode = ${Object.keys(failureCodes)
    .map((code) => `'${code}'`)
    .join(' | ')}`

const operationsFile = (types: ReadonlyMap<string, NamedType>, list: readonly OperationShape[]): string => {
  const places = new Map<string, { file: string }>([
    ...types,
    ...list.map((operation) => [callName(operation), { file: fileOf(operation) }] as const),
  ])
  const mentions = list.flatMap((operation) => [
    ...(callFields(operation).length === 0 ? [] : [callName(operation)]),
    ...mentionsOf({ allOf: [plain(operation.returns)] }),
  ])
  const typeEntries = list.map((operation) => {
    const input = callFields(operation).length === 0 ? 'Record<string, never>' : callName(operation)
    const isBytes = operation.streams === 'application/x-tar'
    const streams = operation.streams ? '; streams: true' : ''
    const documents = operation.documents ? '; documents: true' : ''
    const output = `${isBytes ? 'Uint8Array' : typeOf(plain(operation.returns), 'output')}${operation.statuses ? ' | null' : ''}`
    const entry = `${operation.id}: { input: ${input}; output: ${output}${streams}${documents} }`
    return `${comment(operation.summary, operation.description)}${entry}`
  })
  const tableEntries = list.map((operation) => {
    const flags = {
      hasBody: operation.body,
      multipart: operation.isMultipart,
      idempotent: operation.idempotency,
      streams: operation.streams,
      bytes: operation.streams === 'application/x-tar',
      documents: operation.documents,
      list: isList(operation),
    }
    const set = Object.entries(flags).flatMap(([flag, value]) => (value ? [`${flag}: true`] : []))
    return `${operation.id}: { ${[`method: '${operation.method}'`, `path: '${operation.path}'`, ...set].join(', ')} },`
  })
  return [
    `import type { Operation } from '../operation.ts'\n${importsOf(mentions, places, 'operations')}`,
    `export type OperationTypes = {\n${typeEntries.join('\n')}\n}`,
    `export const operations: { readonly [Id in keyof OperationTypes]: Operation } = {\n${tableEntries.join('\n')}\n}`,
  ].join('\n\n')
}

const refuseClashes = (types: ReadonlyMap<string, NamedType>, list: readonly OperationShape[]): void => {
  for (const operation of list) {
    for (const name of [callName(operation), ...(hasOwnQueryType(operation) ? [queryName(operation)] : [])]) {
      if (types.has(name)) throw new Error(`${name} names a schema, and the client gives that name to a type of ${operation.id}.`)
    }
    if (reservedFiles.has(fileOf(operation))) throw new Error(`The tag ${operation.tag} has the name of a file of the client.`)
  }
}

/** The generated files of the client: path from the root of the repository to content. */
export const generateClient = async (shapes: readonly OperationShape[] = Object.values(operations)): Promise<Map<string, string>> => {
  const list = shapes.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const types = namedTypes([...list.flatMap(usesOf), { schema: plain(FailureBody), direction: 'output', file: failuresFile }])
  refuseClashes(types, list)

  const names = [...new Set([...list.map(fileOf), sharedFile, failuresFile])].toSorted()
  const typeFiles = names.map((file) => [file, typesFile(file, types, list)] as const).filter(([, content]) => content !== '')
  const files = [
    ...typeFiles,
    ['operations', operationsFile(types, list)] as const,
    ['index', typeFiles.map(([file]) => `export type * from './${file}.ts'\n`).join('')] as const,
  ]
  return formatFiles(files.map(([file, content]) => [`${folder}/${file}.ts`, `${banner}\n${content}`]))
}

if (import.meta.main && process.argv.includes('--write')) writeFiles(await generateClient())
