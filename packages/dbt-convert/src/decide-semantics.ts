import type { Column } from './columns.ts'
import { byText } from './fields.ts'
import type { Draft } from './joins.ts'
import { LeftOut } from './left-out.ts'
import type { DbtModel } from './manifest.ts'
import type { MetaSettings } from './meta.ts'
import { typeFromName } from './name-types.ts'
import type { ConvertOptions } from './options.ts'
import type { SemanticDecision } from './report.ts'
import { columnOf, isOfColumn } from './semantic-columns.ts'
import { aggregateOf, type CubeMembers, memberOf, openWorkplace, takeName, type Workplace } from './semantic-members.ts'
import { createMetricMaker, type MetricWork } from './semantic-metrics.ts'
import { enclosed, rowSql } from './semantic-sql.ts'
import type { DbtDimension, DbtEntity, DbtMeasure, DbtSemanticModel, Semantics } from './semantics.ts'

export type DecidedSemantics = { decisions: SemanticDecision[]; membersOf: (modelId: string) => CubeMembers }

type Named = { name: string; meta?: MetaSettings }
type Place = ReturnType<MetricWork['placeOf']>
type Used = { member: string | null; message: string; home: Workplace }

const called = (member: string, name: string): string =>
  member === name ? '' : ` It is called ${member}: its own name is taken, or none of a member.`

const useEntity = ({ home, options }: Place, entity: DbtEntity): Used => {
  const column = columnOf(entity, options)
  if (entity.type !== 'primary' && entity.type !== 'unique' && entity.type !== 'foreign')
    throw new LeftOut(
      'type_unsupported',
      `An entity that is ${JSON.stringify(entity.type.slice(0, 40))} says nothing about keys or joins here.`,
    )
  if (!column) throw new LeftOut('not_a_column', 'It is computed, and only a column can be a key or be joined by.')
  return { member: null, message: `It is evidence about the column ${column.name}; keys and joins say what came of it.`, home }
}

const useDimension = (place: Place, dimension: DbtDimension): Used => {
  const { home, options, columns } = place
  const { name, type, expr, meta } = dimension
  if (type !== 'categorical' && type !== 'time')
    throw new LeftOut('type_unsupported', `It is ${JSON.stringify(type.slice(0, 40))}; taken over are categorical and time dimensions.`)
  const column = columnOf(dimension, options)
  const known = column && columns.find((item) => item.name.toLowerCase() === column.name.toLowerCase())
  if (known && isOfColumn(dimension, options))
    return { member: known.dimension, message: `It is the column ${known.name}, and describes it.`, home }
  const piece = rowSql(place, expr ?? name)
  const guessed = type === 'time' ? 'time' : (known?.type ?? typeFromName(name))
  const own = takeName(home, name, 'dimension')
  const sql = enclosed(piece).sql
  home.members.dimensions.push(memberOf(own, dimension, { sql, type: (meta.type as typeof guessed | null) ?? guessed, isPii: piece.isPii }))
  return { member: own, message: `It is a dimension.${called(own, name)}`, home }
}

const useMeasure = (place: Place, measure: DbtMeasure, sameMetric: Used | undefined): Used => {
  if (sameMetric) return { ...sameMetric, message: 'It is the metric of the same name.' }
  const { home } = place
  const aggregate = aggregateOf(place, measure)
  const name = takeName(home, measure.name, 'measure')
  home.members.measures.push(memberOf(name, measure, aggregate))
  return { member: name, message: `It is a measure.${called(name, measure.name)}`, home }
}

/** Decides about everything of the semantic layer, each thing by itself: what cannot be taken over is listed, and takes nothing else with it. */
export const decideSemantics = (
  semantics: Semantics,
  drafts: Map<string, Draft>,
  columnsOf: (model: DbtModel) => Column[],
  options: ConvertOptions,
): DecidedSemantics => {
  const homes = new Map<string, Workplace>()
  const decisions: SemanticDecision[] = []
  const decide = (kind: SemanticDecision['kind'], id: string, { name, meta }: Named, use: () => Used): Used | undefined => {
    const decision = { kind, id, name }
    try {
      const used = use()
      const message = [used.message, ...(meta?.problems ?? [])].join(' ')
      decisions.push({ ...decision, cube: used.home.draft.cube, member: used.member, isUsed: true, reason: 'used', message })
      return used
    } catch (error) {
      if (!(error instanceof LeftOut)) throw error
      decisions.push({ ...decision, cube: null, member: null, isUsed: false, reason: error.reason, message: error.message })
      return undefined
    }
  }
  const placeOf = (semantic: DbtSemanticModel): Place => {
    const draft = drafts.get(semantic.modelId ?? '')
    if (!draft) throw new LeftOut('not_a_cube', `${semantic.modelId ?? 'Its model'} is not among the cubes of this sync.`)
    const home = homes.get(draft.model.id) ?? openWorkplace(draft, columnsOf(draft.model))
    homes.set(draft.model.id, home)
    return { home, semantic, model: home.draft.model, columns: home.columns, options }
  }

  for (const semantic of semantics.models) {
    const { id } = semantic
    decide('semantic_model', id, semantic, () => ({ member: null, message: 'It describes the cube.', home: placeOf(semantic).home }))
    for (const entity of semantic.entities) decide('entity', id, entity, () => useEntity(placeOf(semantic), entity))
    for (const dimension of semantic.dimensions) decide('dimension', id, dimension, () => useDimension(placeOf(semantic), dimension))
  }
  // Metrics before measures: it is their names that people know.
  const make = createMetricMaker({ semantics, options, placeOf })
  const unfiltered = new Map<string, Used>()
  for (const metric of semantics.metrics) {
    const used = decide('metric', metric.id, metric, () => {
      const { member, home, message } = make(metric.name)
      return { member, home, message: `It is a measure.${called(member, metric.name)}${message}` }
    })
    const isMeasure = metric.type === 'simple' && metric.measure?.name === metric.name
    if (used && isMeasure && metric.filters.length + (metric.measure?.filters.length ?? 0) === 0) unfiltered.set(metric.name, used)
  }
  for (const semantic of semantics.models)
    for (const measure of semantic.measures)
      decide('measure', semantic.id, measure, () => useMeasure(placeOf(semantic), measure, unfiltered.get(measure.name)))

  const byName = (a: { name: string }, b: { name: string }): number => byText(a.name, b.name)
  return {
    decisions: decisions.toSorted((a, b) => byText(a.id, b.id) || byText(a.kind, b.kind) || byName(a, b)),
    membersOf: (modelId) => {
      const { dimensions, measures } = homes.get(modelId)?.members ?? { dimensions: [], measures: [] }
      return { dimensions: dimensions.toSorted(byName), measures: measures.toSorted(byName) }
    },
  }
}
