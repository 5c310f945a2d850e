import { byText, type Fields, fieldsIn, isFields, listIn, sortedEntries, textIn, textsIn } from './fields.ts'
import { conversionLimits } from './limits.ts'
import type { DbtColumn, DbtConstraint, DbtModel } from './manifest.ts'
import { readMeta } from './meta.ts'
import { ConversionRefused } from './refusal.ts'

/** Slashes and dots that climb would lead out of a folder, controls out of a line. No name of a table needs them. */
const notAllowed = /[/\\\p{Cc}]|\.\./u

const requireName = (value: unknown, what: string): string => {
  const name = textIn(value)
  if (name === null) throw new ConversionRefused('manifest_not_dbt', `${what} has no name.`)
  if (name.length > conversionLimits.maxNameLength || notAllowed.test(name))
    throw new ConversionRefused(
      'name_not_allowed',
      `${what} is named ${JSON.stringify(name.slice(0, 80))}: names have at most ${conversionLimits.maxNameLength} characters and no slashes, "..", or control characters.`,
    )
  return name
}

const versionIn = (value: unknown): string | null => (typeof value === 'number' ? String(value) : textIn(value))

const readConstraints = (value: unknown, column?: string): DbtConstraint[] => {
  const given = listIn(value)
  if (given.length === 0) return []
  return given
    .filter(isFields)
    .map((constraint) => ({
      type: textIn(constraint['type']) ?? '',
      columns: column === undefined ? textsIn(constraint['columns']) : [column],
      to: textIn(constraint['to']),
      toColumns: textsIn(constraint['to_columns']),
    }))
    .toSorted((a, b) => byText(JSON.stringify(a), JSON.stringify(b)))
}

const readColumns = (node: Fields, id: string): [DbtColumn[], DbtConstraint[]] => {
  const columns: DbtColumn[] = []
  const constraints: DbtConstraint[] = []
  const all = sortedEntries(fieldsIn(node['columns']))
  if (all.length > conversionLimits.maxColumns)
    throw new ConversionRefused('too_many_columns', `${id} has ${all.length} columns; at most ${conversionLimits.maxColumns} are read.`)
  for (const [key, value] of all) {
    const column = fieldsIn(value)
    const name = requireName(column['name'] ?? key, `A column of ${id}`)
    constraints.push(...readConstraints(column['constraints'], name))
    columns.push({
      name,
      description: textIn(column['description']),
      dataType: textIn(column['data_type']),
      isQuoted: column['quote'] === true,
      meta: readMeta(column),
    })
  }
  return [columns, constraints]
}

const scalarsOf = (config: Fields): Map<string, string> =>
  new Map(
    Object.entries(config).flatMap(([key, value]): [string, string][] =>
      ['string', 'number', 'boolean'].includes(typeof value) ? [[key, String(value)]] : [],
    ),
  )

export const readModelNode = (id: string, node: Fields): DbtModel => {
  const name = requireName(node['name'], `The model ${JSON.stringify(id.slice(0, 200))}`)
  const config = fieldsIn(node['config'])
  const [columns, ofColumns] = readColumns(node, id)
  return {
    id,
    name,
    alias: requireName(node['alias'] ?? name, `The relation of ${id}`),
    packageName: textIn(node['package_name']) ?? '',
    version: versionIn(node['version']),
    latestVersion: versionIn(node['latest_version']),
    database: textIn(node['database']),
    schema: textIn(node['schema']),
    customSchema: textIn(config['schema']),
    relationName: textIn(node['relation_name']),
    materialized: textIn(config['materialized']) ?? 'view',
    config: scalarsOf(config),
    path: textIn(node['path']) ?? '',
    file: textIn(node['original_file_path']) ?? '',
    fqn: textsIn(node['fqn']),
    tags: textsIn(node['tags']),
    access: textIn(node['access']),
    group: textIn(node['group']),
    description: textIn(node['description']),
    meta: readMeta(node),
    columns,
    constraints: [...readConstraints(node['constraints']), ...ofColumns],
    entities: [],
  }
}
