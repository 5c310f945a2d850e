import type { Column } from './columns.ts'
import { engineText } from './engine-text.ts'
import { isFormatOf } from './formats.ts'
import type { Draft } from './joins.ts'
import { conversionLimits } from './limits.ts'
import type { Measure } from './measures.ts'
import type { ConvertOptions } from './options.ts'
import { policyOf } from './policy.ts'
import type { JoinDecision } from './report.ts'
import type { CubeMembers, SemanticMember } from './semantic-members.ts'
import { columnSql, tableOf } from './sql-names.ts'
import { printYaml, type Yaml } from './yaml.ts'

export type CubeInput = {
  draft: Draft
  columns: Column[]
  measures: Measure[]
  semantic: CubeMembers
  groups: string[]
  byCube: Map<string, Draft>
  options: ConvertOptions
}

/** Told apart from files of people by the first line; by the second it is known which model a file is of. */
export const header =
  '# Generated from dbt by Facet. Do not edit it: the next sync overwrites it. To change the cube, extend it in a file outside of this folder.'
export const modelLine = (modelId: string): string => `# dbt model: ${engineText(modelId)}`

const descriptionOf = (text: string | null, { hasDescriptions }: ConvertOptions): string | undefined => {
  const bare = text?.trim()
  if (!bare || !hasDescriptions) return undefined
  const { maxTextLength } = conversionLimits
  return engineText(bare.length > maxTextLength ? `${bare.slice(0, maxTextLength)}…` : bare)
}

const sqlOf = (column: Pick<Column, 'name' | 'isQuoted'>, options: ConvertOptions): string =>
  `{CUBE}.${engineText(columnSql(column, options))}`

/** `public` is written only where it says something: keys are hidden by the engine, and personal data where no policy keeps it from anyone. */
const publicOf = (isPublic: boolean | null, isPersonal: boolean, { isKey = false, hasPolicy = false }): boolean | undefined => {
  if (isPublic === true) return isKey || undefined
  return isPublic === false || (isPersonal && !hasPolicy) ? false : undefined
}

const dimensionOf = (column: Column, { draft, groups, options }: CubeInput): Yaml => {
  const { format, title, isPublic, isPii } = column.meta
  const isKey = draft.key.columns.includes(column.name)
  return {
    name: column.dimension ?? '',
    title: title === null ? undefined : engineText(title),
    description: descriptionOf(column.description, options),
    sql: sqlOf(column, options),
    type: column.type,
    format: format !== null && isFormatOf(format, column.type) ? format : undefined,
    primary_key: isKey || undefined,
    public: publicOf(isPublic, isPii, { isKey, hasPolicy: groups.length > 0 }),
  }
}

const isQuotedIn = (draft: Draft, name: string): boolean => draft.model.columns.find((column) => column.name === name)?.isQuoted ?? false

const joinOf = (join: JoinDecision, { draft, byCube, options }: CubeInput): Yaml => {
  const target = byCube.get(join.to) ?? draft
  const sides = join.columns.map((column, index) => {
    const there = join.toColumns[index] ?? ''
    const here = sqlOf({ name: column, isQuoted: isQuotedIn(draft, column) }, options)
    return `${here} = {${join.to}}.${engineText(columnSql({ name: there, isQuoted: isQuotedIn(target, there) }, options))}`
  })
  return { name: join.to, sql: sides.join(' AND '), relationship: join.relationship }
}

const measureOf = ({ name, type, column }: Measure, { options }: CubeInput): Yaml => ({
  name,
  sql: column ? sqlOf(column, options) : undefined,
  type,
  format: column?.meta.format === 'currency' || column?.meta.format === 'percent' ? column.meta.format : undefined,
})

/** Its SQL is escaped already, apart from what it refers to. */
const semanticOf = (
  { name, title, description, sql, type, filters, meta, isPii }: SemanticMember,
  { groups, options }: CubeInput,
): Yaml => {
  const formatted = type === 'string' || type === 'time' || type === 'boolean' ? type : 'number'
  return {
    name,
    title: title === null ? undefined : engineText(title),
    description: descriptionOf(description, options),
    sql: sql ?? undefined,
    type,
    filters: filters.map((filter) => ({ sql: filter })),
    format: meta.format !== null && isFormatOf(meta.format, formatted) ? meta.format : undefined,
    public: publicOf(meta.isPublic, isPii, { hasPolicy: groups.length > 0 }),
  }
}

/** The key first, then by name: the order in which a manifest lists columns means nothing. */
const inOrder = (columns: Column[], keys: string[]): Column[] => [
  ...columns.filter(({ name }) => keys.includes(name)),
  ...columns.filter(({ name }) => !keys.includes(name)),
]

/** The file of one cube. */
export const printCube = (input: CubeInput): string => {
  const { draft, columns, measures, semantic, groups, options } = input
  const { model, cube, key, joins } = draft
  const shown = inOrder(columns, key.columns).filter(({ dimension }) => dimension !== null)
  const yaml = printYaml({
    cubes: [
      {
        name: cube,
        title: engineText(`${options.titlePrefix}${model.meta.title ?? model.alias}`),
        description: descriptionOf(model.description, options),
        sql_table: engineText(tableOf(model, options)),
        public: publicOf(model.meta.isPublic, model.meta.isPii, { hasPolicy: groups.length > 0 }),
        joins: joins.filter(({ isEmitted }) => isEmitted).map((join) => joinOf(join, input)),
        dimensions: [
          ...shown.map((column) => dimensionOf(column, input)),
          ...semantic.dimensions.map((dimension) => semanticOf(dimension, input)),
        ],
        measures: [
          ...measures.map((measure) => measureOf(measure, input)),
          ...semantic.measures.map((measure) => semanticOf(measure, input)),
        ],
        access_policy: policyOf(groups, columns, semantic),
      },
    ],
  })
  return `${header}\n${modelLine(model.id)}\n${yaml}`
}
