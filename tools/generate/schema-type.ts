/** The part of JSON Schema the contract uses. */
export type JsonSchema = {
  title?: string
  description?: string
  type?: string
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly JsonSchema[]
  allOf?: readonly JsonSchema[]
  items?: JsonSchema
  properties?: Readonly<Record<string, JsonSchema>>
  required?: readonly string[]
  additionalProperties?: boolean | JsonSchema
  patternProperties?: Readonly<Record<string, JsonSchema>>
  $ref?: string
}

/** A contract schema is JSON Schema; its TypeBox type only hides that. */
export const plain = (schema: object): JsonSchema => schema

/** Callers may write `undefined` for a field they leave out; an answer never holds it. */
export type Direction = 'input' | 'output'

const scalars: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

/** The schemas directly below one, whatever holds them. */
export const childrenOf = (schema: JsonSchema): JsonSchema[] => [
  ...Object.values(schema.properties ?? {}),
  ...Object.values(schema.patternProperties ?? {}),
  ...(schema.anyOf ?? []),
  ...(schema.allOf ?? []),
  ...(schema.items ? [schema.items] : []),
  ...(typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : []),
]

/** What a type is called, whether it stands here or is referred to from within itself. */
const nameOf = ({ title, $ref }: JsonSchema): string | undefined => title ?? ($ref !== undefined && /^\w+$/.test($ref) ? $ref : undefined)

/** The titles a type mentions without looking into the types they name. */
export const mentionsOf = (schema: JsonSchema): string[] =>
  childrenOf(schema).flatMap((child) => {
    const name = nameOf(child)
    return name === undefined ? mentionsOf(child) : [name]
  })

/** A named schema by its name, any other written out. */
export const typeOf = (schema: JsonSchema, direction: Direction): string => nameOf(schema) ?? shapeOf(schema, direction)

/** A schema written out, even when it has a name. */
export const shapeOf = (schema: JsonSchema, direction: Direction): string => {
  const join = (parts: readonly JsonSchema[], separator: string) =>
    [...new Set(parts.map((part) => parenthesised(part, direction)))].join(separator)

  if (schema.$ref !== undefined) throw unknownType(schema)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return join(schema.anyOf, ' | ')
  if (schema.allOf) return join(schema.allOf, ' & ')
  if (schema.type === 'array') return schema.items ? `${parenthesised(schema.items, direction)}[]` : 'unknown[]'
  if (schema.type === 'object') return objectOf(schema, direction)
  if (schema.type === undefined && childrenOf(schema).length === 0) return 'unknown'
  const scalar = schema.type === undefined ? undefined : scalars[schema.type]
  if (scalar === undefined) throw unknownType(schema)
  return scalar
}

const unknownType = (schema: JsonSchema): Error => new Error(`No TypeScript type is known for the schema ${JSON.stringify(schema)}.`)

const parenthesised = (schema: JsonSchema, direction: Direction): string =>
  schema.title === undefined && (schema.anyOf ?? schema.allOf ?? schema.enum) ? `(${typeOf(schema, direction)})` : typeOf(schema, direction)

const objectOf = (schema: JsonSchema, direction: Direction): string => {
  const [anyValue] = Object.values(schema.patternProperties ?? {})
  const rest = anyValue ?? schema.additionalProperties
  const record = rest ? `Record<string, ${rest === true ? 'unknown' : typeOf(rest, direction)}>` : undefined
  if (!schema.properties || Object.keys(schema.properties).length === 0) return record ?? 'Record<string, never>'

  const required = new Set(schema.required ?? [])
  const fields = Object.entries(schema.properties).map(([name, property]) =>
    field(name, typeOf(property, direction), { isRequired: required.has(name), direction, description: noteOf(property) }),
  )
  return record ? `${braces(fields)} & ${record}` : braces(fields)
}

/** On one line where no field has a comment; the formatter breaks what is too long. */
export const braces = (fields: readonly string[]): string =>
  fields.some((text) => text.includes('\n')) ? `{\n${fields.join('\n')}\n}` : `{ ${fields.join('; ')} }`

type FieldOptions = { isRequired: boolean; direction: Direction; description?: string | undefined }

export const field = (name: string, type: string, { isRequired, direction, description }: FieldOptions): string => {
  const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
  const value = !isRequired && direction === 'input' ? `${type} | undefined` : type
  return `${comment(description)}${key}${isRequired ? '' : '?'}: ${value}`
}

/** A nullable field carries its description on the schema inside the union. */
const noteOf = (schema: JsonSchema): string | undefined =>
  schema.title !== undefined
    ? undefined
    : (schema.description ?? schema.anyOf?.find((part) => part.title === undefined && part.description)?.description)

const lineWidth = 120

export const comment = (...paragraphs: readonly (string | undefined)[]): string => {
  const lines = paragraphs.filter((paragraph) => paragraph !== undefined).map((paragraph) => wrap(paragraph.replaceAll('*/', '*\\/')))
  if (lines.length === 0) return ''
  const [first = [], ...others] = lines
  if (others.length === 0 && first.length === 1) return `/** ${first[0]} */\n`
  const all = [...first, ...others.flatMap((paragraph) => ['', ...paragraph])]
  return `/**\n${all.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`
}

const wrap = (paragraph: string): string[] => {
  const lines: string[] = []
  for (const word of paragraph.split(/\s+/)) {
    const line = lines.at(-1)
    if (line === undefined || line.length + 1 + word.length > lineWidth) lines.push(word)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines
}
