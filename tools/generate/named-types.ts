import { childrenOf, type Direction, type JsonSchema } from './schema-type.ts'

export type NamedType = { schema: JsonSchema; direction: Direction; file: string }

export type SchemaUse = { schema: JsonSchema; direction: Direction; file: string }

/** What several files mention lives here, so that files of one tag never import each other. */
export const sharedFile = 'shared'

/** Every titled schema below the uses, and the file its type belongs in. */
export const namedTypes = (uses: readonly SchemaUse[]): Map<string, NamedType> => {
  const types = new Map<string, NamedType>()
  for (const use of uses) collect(use, types)
  return types
}

const collect = ({ schema, direction, file }: SchemaUse, types: Map<string, NamedType>): void => {
  if (schema.title !== undefined) {
    const known = types.get(schema.title)
    if (known && JSON.stringify(known.schema) !== JSON.stringify(schema))
      throw new Error(`Two different schemas are called ${schema.title}.`)
    types.set(schema.title, {
      schema,
      direction: known?.direction === 'input' ? 'input' : direction,
      file: known && known.file !== file ? sharedFile : file,
    })
  }
  for (const child of childrenOf(schema)) collect({ schema: child, direction, file }, types)
}
