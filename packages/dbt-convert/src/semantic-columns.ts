import { documented } from './evidence.ts'
import { byText } from './fields.ts'
import type { DbtColumn, DbtModel, Manifest, ModelEntity } from './manifest.ts'
import { readMeta } from './meta.ts'
import type { ConvertOptions } from './options.ts'
import type { DbtDimension, DbtSemanticModel } from './semantics.ts'
import { plainColumnOf } from './sql-expression.ts'
import { dialects } from './warehouses.ts'

type Named = { name: string; expr: string | null }

/** The column that an entity or a dimension is; null where it is computed. */
export const columnOf = ({ name, expr }: Named, { warehouse }: ConvertOptions): { name: string; isQuoted: boolean } | null =>
  plainColumnOf(expr ?? name, dialects[warehouse])

/** A dimension that is a column under its own name says more about that column; under another name it is a dimension beside it. */
export const isOfColumn = (dimension: DbtDimension, options: ConvertOptions): boolean =>
  columnOf(dimension, options)?.name.toLowerCase() === dimension.name.toLowerCase()

const bare = (name: string, isQuoted: boolean): DbtColumn => ({ name, description: null, dataType: null, isQuoted, meta: readMeta({}) })

/** What the project says of the column itself counts more; that it is personal counts wherever it is said. */
const described = (column: DbtColumn, { label, description, meta, type }: DbtDimension, of: string): DbtColumn => ({
  ...column,
  description: column.description ?? description,
  meta: {
    ...column.meta,
    title: column.meta.title ?? meta.title ?? label,
    isPublic: column.meta.isPublic ?? meta.isPublic,
    format: column.meta.format ?? meta.format,
    type: column.meta.type ?? meta.type,
    isPii: column.meta.isPii || meta.isPii,
    problems: [...column.meta.problems, ...meta.problems],
  },
  ...(type === 'time' ? { timeEvidence: `a time dimension of the semantic model ${of}` } : {}),
})

const entityTypes = new Set(['primary', 'unique', 'foreign'])

const entitiesOf = (model: DbtModel, semantic: DbtSemanticModel, options: ConvertOptions): ModelEntity[] =>
  semantic.entities.flatMap((entity) => {
    const column = columnOf(entity, options)
    if (!column || !entityTypes.has(entity.type)) return []
    return [
      {
        name: entity.name,
        type: entity.type as ModelEntity['type'],
        column: documented(model, column.name) ?? column.name,
        why: `${entity.type} entity ${entity.name} of the semantic model ${semantic.name}`,
      },
    ]
  })

/** The model with what a semantic model says about its columns; those that nobody documented are then documented by it. */
const documentModel = (model: DbtModel, semantic: DbtSemanticModel, options: ConvertOptions): DbtModel => {
  const columns = new Map(model.columns.map((column) => [column.name, column]))
  const inLowerCase = new Map(model.columns.map(({ name }) => [name.toLowerCase(), name]))
  const find = (name: string, isQuoted: boolean): DbtColumn => {
    const known = columns.has(name) ? name : (inLowerCase.get(name.toLowerCase()) ?? name)
    inLowerCase.set(known.toLowerCase(), known)
    return columns.get(known) ?? bare(known, isQuoted)
  }
  for (const entity of semantic.entities) {
    const named = columnOf(entity, options)
    if (!named) continue
    const column = find(named.name, named.isQuoted)
    columns.set(column.name, { ...column, meta: { ...column.meta, isPii: column.meta.isPii || entity.meta.isPii } })
  }
  for (const dimension of semantic.dimensions) {
    const named = columnOf(dimension, options)
    if (!named || !isOfColumn(dimension, options)) continue
    const column = find(named.name, named.isQuoted)
    columns.set(column.name, described(column, dimension, semantic.name))
  }
  const all = { ...model, columns: [...columns.values()].toSorted((a, b) => byText(a.name, b.name)) }
  return { ...all, entities: [...model.entities, ...entitiesOf(all, semantic, options)] }
}

/** The project as its semantic models describe it. */
export const documentBySemantics = (manifest: Manifest, options: ConvertOptions): Manifest => {
  const models = new Map(manifest.models)
  for (const semantic of manifest.semantics.models) {
    const model = models.get(semantic.modelId ?? '')
    if (model) models.set(model.id, documentModel(model, semantic, options))
  }
  return { ...manifest, models }
}
