import { fieldsIn, isFields, textIn } from './fields.ts'
import { readJson } from './read-json.ts'
import { ConversionRefused } from './refusal.ts'

/** Types of columns as the warehouse told them: by model, then by the column's name in lower case. */
export type Catalog = Map<string, Map<string, { name: string; type: string }>>

export const readCatalog = (bytes: Uint8Array): Catalog => {
  const catalog = readJson(bytes, 'catalog')
  if (!isFields(catalog) || !isFields(catalog['nodes']))
    throw new ConversionRefused('manifest_not_dbt', 'The catalog has no nodes. Send target/catalog.json as dbt wrote it.')
  const tables = Object.entries(catalog['nodes']).map(([id, node]): [string, Map<string, { name: string; type: string }>] => {
    const columns = Object.entries(fieldsIn(fieldsIn(node)['columns'])).flatMap(
      ([key, value]): [string, { name: string; type: string }][] => {
        const type = textIn(fieldsIn(value)['type'])
        // Snowflake tells names in capitals that dbt projects write small.
        return type === null ? [] : [[key.toLowerCase(), { name: key, type }]]
      },
    )
    return [id, new Map(columns)]
  })
  return new Map(tables)
}
