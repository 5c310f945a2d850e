import { type DimensionType, dimensionTypeOf } from './column-types.ts'
import { byText } from './fields.ts'
import type { DbtColumn, DbtModel } from './manifest.ts'
import { readMeta } from './meta.ts'
import { typeFromName } from './name-types.ts'
import { identifier } from './names.ts'
import type { ConvertOptions } from './options.ts'
import type { Catalog } from './read-catalog.ts'
import type { ColumnDecision } from './report.ts'

export type Column = DbtColumn & ColumnDecision

const fromCatalog = (name: string): DbtColumn => ({ name, description: null, dataType: null, isQuoted: false, meta: readMeta({}) })

/** Documented columns, and on request those that only the warehouse knows. */
const listColumns = (model: DbtModel, catalog: Catalog | null, { hasCatalogColumns }: ConvertOptions): DbtColumn[] => {
  const more = hasCatalogColumns ? undocumentedColumns(model, catalog) : []
  return [...model.columns, ...more.map(fromCatalog)].toSorted((a, b) => byText(a.name, b.name))
}

type TypeDecision = Pick<ColumnDecision, 'type' | 'source' | 'evidence'>

const decideType = (column: DbtColumn, catalogType: string | undefined, { warehouse }: ConvertOptions): TypeDecision => {
  if (column.meta.type !== null) return { type: column.meta.type as DimensionType, source: 'meta', evidence: 'meta facet.type' }
  const given = column.dataType ?? catalogType
  if (given === undefined && column.timeEvidence !== undefined) return { type: 'time', source: 'semantic', evidence: column.timeEvidence }
  if (given === undefined)
    return { type: typeFromName(column.name), source: 'name', evidence: 'no type is declared; guessed from the name' }
  const type = dimensionTypeOf(given, warehouse)
  const source = column.dataType === null ? 'catalog' : 'declared'
  if (type) return { type, source, evidence: given }
  return { type: 'string', source: 'unknown_type', evidence: `${given} is not a type of ${warehouse} that is known here` }
}

/** Dimensions of a cube: a name that another column has already taken, spelled as it is, is not given twice. */
export const decideColumns = (model: DbtModel, catalog: Catalog | null, options: ConvertOptions): Column[] => {
  const columns = listColumns(model, catalog, options)
  const taken = new Set(columns.map(({ name }) => name).filter((name) => identifier(name) === name))
  return columns.map((column) => {
    const name = identifier(column.name)
    const isFree = name === column.name || !taken.has(name)
    taken.add(name)
    const decided = decideType(column, catalog?.get(model.id)?.get(column.name.toLowerCase())?.type, options)
    return { ...column, ...decided, column: column.name, dimension: isFree ? name : null }
  })
}

/** Columns that the warehouse has and nobody documented: they are not shown to anyone without being asked for. */
export const undocumentedColumns = (model: DbtModel, catalog: Catalog | null): string[] => {
  const found = catalog?.get(model.id)
  if (!found) return []
  const known = new Set(model.columns.map(({ name }) => name.toLowerCase()))
  return [...found.values()]
    .map(({ name }) => name)
    .filter((name) => !known.has(name.toLowerCase()))
    .toSorted(byText)
}
