import type { Column } from './columns.ts'
import { documented } from './evidence.ts'
import { engineText } from './engine-text.ts'
import { LeftOut } from './left-out.ts'
import type { DbtModel } from './manifest.ts'
import type { ConvertOptions } from './options.ts'
import { columnOf } from './semantic-columns.ts'
import type { DbtSemanticModel } from './semantics.ts'
import { type Names, readExpression, type SqlPiece } from './sql-expression.ts'
import { columnSql } from './sql-names.ts'
import { dialects } from './warehouses.ts'

export type SemanticPlace = { model: DbtModel; semantic: DbtSemanticModel; columns: Column[]; options: ConvertOptions }

const noTemplates = (inner: string): never => {
  throw new LeftOut('sql_unsupported', `Its SQL holds a template that dbt did not render: {{ ${inner.slice(0, 60)} }}.`)
}

const columnPiece = ({ model, columns, options }: SemanticPlace, name: string, isQuoted: boolean): SqlPiece => {
  const known = documented(model, name)
  const column = columns.find((item) => item.name === known)
  return {
    sql: `{CUBE}.${engineText(columnSql(column ?? { name, isQuoted }, options))}`,
    isPii: column?.meta.isPii ?? false,
  }
}

/** An expression over the columns of the model; words that are nothing else are columns. */
export const rowSql = (place: SemanticPlace, expr: string): SqlPiece =>
  readExpression(expr, dialects[place.options.warehouse], {
    word: (name, isQuoted) => columnPiece(place, name, isQuoted),
    template: noTemplates,
  })

const isPlain = (piece: SqlPiece): boolean => /^\{CUBE\}\.\w+$/.test(piece.sql)

/** So that it means the same whatever stands beside it. */
export const enclosed = (piece: SqlPiece): SqlPiece => (isPlain(piece) ? piece : { ...piece, sql: `(${piece.sql})` })

const unfit = (message: string): LeftOut => new LeftOut('filter_unsupported', message)

const referenceForm = /^(Dimension|Entity)\(\s*(['"])(\w+)\2\s*\)$/

const primaryEntityOf = ({ entities, primaryEntity }: DbtSemanticModel): string | null =>
  entities.find(({ type }) => type === 'primary')?.name ?? primaryEntity

/** `Dimension('order__status')`: what it is in the cube, if it is of the same semantic model. */
const referencePiece = (place: SemanticPlace, inner: string): SqlPiece => {
  const { semantic, options } = place
  const [, kind, , path = ''] = referenceForm.exec(inner) ?? []
  if (kind === undefined)
    throw unfit(`Its filter uses {{ ${inner.slice(0, 80)} }}; what is taken over is Dimension('entity__name') and Entity('name').`)
  if (kind === 'Entity') {
    const column = semantic.entities.filter(({ name }) => name === path).map((entity) => columnOf(entity, options))[0]
    if (!column) throw unfit(`Its filter uses the entity ${path}, which is no column of the same semantic model.`)
    return columnPiece(place, column.name, column.isQuoted)
  }
  const [entity, name, ...more] = path.split('__')
  const dimension = semantic.dimensions.find((item) => item.name === name)
  if (entity !== primaryEntityOf(semantic) || !dimension || more.length > 0)
    throw unfit(`Its filter uses ${path}, which is not a dimension of the same semantic model: a join would decide what it means.`)
  const piece = enclosed(rowSql(place, dimension.expr ?? dimension.name))
  return { ...piece, isPii: piece.isPii || dimension.meta.isPii }
}

/** The condition of a filter. Columns are named by `Dimension` alone: a bare word would be of whatever dbt joins. */
export const filterSql = (place: SemanticPlace, template: string): SqlPiece => {
  const names: Names = {
    word: (name) => {
      throw unfit(`Its filter names ${JSON.stringify(name.slice(0, 60))} without Dimension().`)
    },
    template: (inner) => referencePiece(place, inner),
  }
  try {
    return readExpression(template, dialects[place.options.warehouse], names)
  } catch (error) {
    throw error instanceof LeftOut && error.reason === 'sql_unsupported' ? unfit(error.message.replace('Its SQL', 'Its filter')) : error
  }
}
