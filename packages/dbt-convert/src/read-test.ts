import { type Fields, fieldsIn, textIn, textsIn } from './fields.ts'
import type { DbtTest } from './manifest.ts'

const kinds = new Map<string, DbtTest['kind']>([
  ['unique', 'unique'],
  ['not_null', 'not_null'],
  ['relationships', 'relationships'],
  ['dbt_utils.unique_combination_of_columns', 'unique_combination'],
])

/** Tests of quoted columns name them as the warehouse wants them. */
const unquoted = (name: string): string => /^(["`[])(.+)(["`\]])$/s.exec(name)?.[2] ?? name

const strictErrors = new Set(['!=0', '>0', '>=1', '<>0'])

const loosenessOf = (config: Fields): string | null => {
  if (textIn(config['where']) !== null) return 'it looks only at rows of its where'
  if ((textIn(config['severity']) ?? 'error').toLowerCase() !== 'error') return 'its severity is warn'
  if (!strictErrors.has((textIn(config['error_if']) ?? '!=0').replaceAll(' ', ''))) return `its error_if is ${String(config['error_if'])}`
  if ((textIn(config['fail_calc']) ?? 'count(*)') !== 'count(*)') return 'its fail_calc is its own'
  return typeof config['limit'] === 'number' ? 'it has a limit' : null
}

/** A generic test that says something about keys or joins. The tests of a model that are its own SQL say nothing we can read. */
export const readTestNode = (id: string, node: Fields): DbtTest | null => {
  const metadata = fieldsIn(node['test_metadata'])
  const namespace = textIn(metadata['namespace'])
  const name = textIn(metadata['name']) ?? ''
  const kind = kinds.get(namespace === null ? name : `${namespace}.${name}`)
  const modelId = textIn(node['attached_node'])
  if (kind === undefined || modelId === null) return null

  const given = fieldsIn(metadata['kwargs'])
  const column = textIn(given['column_name']) ?? textIn(node['column_name'])
  const columns = kind === 'unique_combination' ? textsIn(given['combination_of_columns']) : [column].filter((item) => item !== null)
  const config = fieldsIn(node['config'])
  const other = textsIn(fieldsIn(node['depends_on'])['nodes']).find((dependency) => dependency !== modelId)
  return {
    id,
    kind,
    modelId,
    columns: columns.map(unquoted),
    // What a test refers to is the other thing it depends on; there is none where a model refers to itself.
    targetId: kind === 'relationships' ? (other ?? modelId) : null,
    field: unquoted(textIn(given['field']) ?? '') || null,
    looseness: loosenessOf(config),
    where: textIn(config['where']),
  }
}
