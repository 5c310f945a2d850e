import type { TSchema } from 'typebox'

const keyword = 'x-facet-no-effect'
const sentence = 'Stored. Has no effect in this version.'
const sentenceOf = (values: readonly string[]): string =>
  `${values.map((value) => `\`${value}\``).join(' and ')} is stored and has no effect in this version.`

type Annotated = Record<string, unknown> & { type?: unknown; title?: string; description?: string }

/**
 * Marks a field that is stored and that nothing reads yet, or only some of its values. Its description says so, and the response to a request
 * that sends it names it in the header `Facet-No-Effect`. Whoever builds the capability removes the mark.
 */
export const NoEffect = <T extends TSchema>(type: T, values?: readonly string[]): T => {
  const { description, title, ...rest } = type as Annotated
  // A named choice is named for all its uses, of which others may have an effect.
  const named = rest.type === 'object' ? { title } : {}
  const notice = values ? sentenceOf(values) : sentence
  return {
    ...named,
    ...rest,
    description: description === undefined ? notice : `${description} ${notice}`,
    [keyword]: values ?? true,
  } as unknown as T
}

export type IneffectiveField = { path: readonly string[]; values: readonly unknown[] | null }

type Node = Record<string, unknown>

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

const below = (schema: Node, path: readonly string[]): IneffectiveField[] => [
  ...Object.entries(isNode(schema['properties']) ? schema['properties'] : {}).flatMap(([name, child]) =>
    listIneffectiveFields(child, [...path, name]),
  ),
  ...(Array.isArray(schema['anyOf']) ? schema['anyOf'].flatMap((branch) => listIneffectiveFields(branch, path)) : []),
]

/** The fields of a request that have no effect. Elements of lists are not looked at. */
export const listIneffectiveFields = (schema: unknown, path: readonly string[] = []): IneffectiveField[] => {
  if (!isNode(schema)) return []
  const mark = schema[keyword]
  return mark === undefined ? below(schema, path) : [{ path, values: Array.isArray(mark) ? (mark as unknown[]) : null }]
}

const isSent = (value: unknown): boolean => value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)

/** Which of these fields a request sends. Null leaves a field as it is and an empty list asks for nothing, so neither counts. */
export const findIneffective = (fields: readonly IneffectiveField[], body: unknown): string[] =>
  fields.flatMap(({ path, values }) => {
    const value = path.reduce<unknown>((node, name) => (isNode(node) ? node[name] : undefined), body)
    return isSent(value) && (values === null || values.includes(value)) ? [`/${path.join('/')}`] : []
  })
