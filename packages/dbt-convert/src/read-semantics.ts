import { byText, type Fields, fieldsIn, isFields, listIn, textIn, textsIn } from './fields.ts'
import { conversionLimits } from './limits.ts'
import { readMeta } from './meta.ts'
import type { DbtDimension, DbtEntity, DbtMeasure, DbtMetric, DbtSemanticModel, MetricInput, Semantics } from './semantics.ts'

/** YAML makes numbers and booleans of expressions such as `1`. */
const expressionIn = (value: unknown): string | null =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : textIn(value)

/** What has no name, or one that nobody would write, is cut: it is told in a report, and becomes an identifier before it is used. */
const nameIn = (fields: Fields): string => (textIn(fields['name']) ?? '').slice(0, conversionLimits.maxNameLength)

const describedIn = (fields: Fields) => ({
  name: nameIn(fields),
  label: textIn(fields['label']),
  description: textIn(fields['description']),
  meta: readMeta(fields),
})

const sortedByName = <T extends { name: string }>(items: T[]): T[] => items.toSorted((a, b) => byText(a.name, b.name))

const itemsIn = (value: unknown): Fields[] => listIn(value).filter(isFields)

/** Entities and dimensions have the same fields that matter here. */
const readTyped = (fields: Fields): DbtEntity & DbtDimension => ({
  ...describedIn(fields),
  type: textIn(fields['type']) ?? '',
  expr: expressionIn(fields['expr']),
})

const readMeasure = (fields: Fields): DbtMeasure => ({
  ...describedIn(fields),
  agg: textIn(fields['agg']) ?? '',
  expr: expressionIn(fields['expr']),
  isNonAdditive: isFields(fields['non_additive_dimension']),
})

const readSemanticModel = (id: string, fields: Fields): DbtSemanticModel => ({
  id,
  name: nameIn(fields),
  modelId: textsIn(fieldsIn(fields['depends_on'])['nodes'])[0] ?? null,
  primaryEntity: textIn(fields['primary_entity']),
  entities: sortedByName(itemsIn(fields['entities']).map(readTyped)),
  dimensions: sortedByName(itemsIn(fields['dimensions']).map(readTyped)),
  measures: sortedByName(itemsIn(fields['measures']).map(readMeasure)),
})

const filtersIn = (value: unknown): string[] =>
  itemsIn(fieldsIn(value)['where_filters']).map((filter) => textIn(filter['where_sql_template']) ?? '')

const readInput = (fields: Fields): MetricInput => ({
  name: nameIn(fields),
  alias: textIn(fields['alias']),
  filters: filtersIn(fields['filter']),
  hasOffset: (fields['offset_window'] ?? fields['offset_to_grain'] ?? null) !== null,
  fillsGaps: fields['join_to_timespine'] === true || typeof fields['fill_nulls_with'] === 'number',
})

const inputIn = (value: unknown): MetricInput | null => (isFields(value) ? readInput(value) : null)

const aggregationIn = (value: unknown, metric: Fields): DbtMetric['aggregation'] => {
  const semanticModel = textIn(fieldsIn(value)['semantic_model'])
  if (semanticModel === null) return null
  const { expr } = fieldsIn(metric['type_params'])
  return { semanticModel, measure: readMeasure({ expr, ...fieldsIn(value), name: metric['name'] }) }
}

const readMetric = (id: string, fields: Fields): DbtMetric => {
  const given = fieldsIn(fields['type_params'])
  return {
    ...describedIn(fields),
    id,
    type: textIn(fields['type']) ?? '',
    filters: filtersIn(fields['filter']),
    measure: inputIn(given['measure']),
    aggregation: aggregationIn(given['metric_aggregation_params'], fields),
    numerator: inputIn(given['numerator']),
    denominator: inputIn(given['denominator']),
    metrics: itemsIn(given['metrics']).map(readInput),
    expr: expressionIn(given['expr']),
  }
}

const readAll = <T>(value: unknown, read: (id: string, fields: Fields) => T): T[] =>
  Object.entries(fieldsIn(value))
    .filter(([, fields]) => isFields(fields))
    .toSorted(([a], [b]) => byText(a, b))
    .map(([id, fields]) => read(id.slice(0, conversionLimits.maxNameLength), fieldsIn(fields)))

export const readSemantics = (manifest: Fields): Semantics => ({
  models: readAll(manifest['semantic_models'], readSemanticModel),
  metrics: readAll(manifest['metrics'], readMetric),
})
