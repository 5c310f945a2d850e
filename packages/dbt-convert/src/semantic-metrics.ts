import { LeftOut } from './left-out.ts'
import type { ConvertOptions } from './options.ts'
import { aggregateOf, memberOf, takeName, type Workplace } from './semantic-members.ts'
import { filterSql, type SemanticPlace } from './semantic-sql.ts'
import type { DbtMeasure, DbtMetric, DbtSemanticModel, MetricInput, Semantics } from './semantics.ts'
import { readExpression, type SqlPiece } from './sql-expression.ts'
import { dialects } from './warehouses.ts'

/** Where a metric ended up. */
export type MadeMetric = { member: string; home: Workplace; isPii: boolean; isCalculated: boolean; message: string }

export type MetricWork = {
  semantics: Semantics
  options: ConvertOptions
  /** Where the members of a semantic model go; throws where that is no cube. */
  placeOf: (semantic: DbtSemanticModel) => SemanticPlace & { home: Workplace }
}

type Make = (name: string) => MadeMetric

const gaps = ' Gaps in time are not filled: that is left to whoever shows it.'

const findMeasure = ({ models }: Semantics, { measure, aggregation }: DbtMetric): { semantic: DbtSemanticModel; measure: DbtMeasure } => {
  const found = aggregation
    ? models.filter(({ name }) => name === aggregation.semanticModel).map((semantic) => ({ semantic, measure: aggregation.measure }))
    : models.flatMap((semantic) =>
        semantic.measures.filter(({ name }) => name === measure?.name).map((own) => ({ semantic, measure: own })),
      )
  const [first, second] = found
  if (!first || second)
    throw new LeftOut(
      'input_left_out',
      `${first ? 'Several semantic models have' : 'No semantic model has'} its measure ${JSON.stringify(measure?.name ?? '')}.`,
    )
  return first
}

const makeSimple = (metric: DbtMetric, { semantics, placeOf }: MetricWork): MadeMetric => {
  const { semantic, measure } = findMeasure(semantics, metric)
  const place = placeOf(semantic)
  const filters = [...metric.filters, ...(metric.measure?.filters ?? [])].map((template) => filterSql(place, template))
  const { isPii, ...aggregate } = aggregateOf(place, measure)
  const name = takeName(place.home, metric.name, 'metric')
  const described = { ...metric, meta: { ...metric.meta, format: metric.meta.format ?? measure.meta.format } }
  const isPersonal = isPii || measure.meta.isPii || filters.some((filter) => filter.isPii)
  const member = memberOf(
    name,
    described,
    { ...aggregate, isPii: isPersonal },
    filters.map(({ sql }) => sql),
  )
  place.home.members.measures.push(member)
  return { member: name, home: place.home, isPii: member.isPii, isCalculated: false, message: metric.measure?.fillsGaps ? gaps : '' }
}

/** A metric that another is made of, as it is: with a filter or an offset of its own it would be another. */
const requireInput = (input: MetricInput | null, make: Make): MadeMetric => {
  if (!input) throw new LeftOut('input_left_out', 'It does not say what it is made of.')
  if (input.filters.length > 0 || input.hasOffset)
    throw new LeftOut(
      'input_changed',
      `It takes ${input.name} with ${input.hasOffset ? 'an offset in time' : 'a filter'} of its own: make a metric of that, and use it here.`,
    )
  return make(input.name)
}

const makeCalculated = (metric: DbtMetric, inputs: MadeMetric[], sql: string): MadeMetric => {
  const [first, ...others] = inputs
  if (metric.filters.length > 0)
    throw new LeftOut('input_changed', 'It filters what it is made of: give the filter to the metrics that it uses.')
  if (!first) throw new LeftOut('input_left_out', 'It is made of no metrics.')
  const elsewhere = others.find(({ home }) => home !== first.home)
  if (elsewhere)
    throw new LeftOut(
      'several_cubes',
      `It is made of metrics of ${first.home.draft.cube} and ${elsewhere.home.draft.cube}; a measure is calculated from those of its own cube.`,
    )
  const name = takeName(first.home, metric.name, 'metric')
  const member = memberOf(name, metric, { sql, type: 'number', isPii: inputs.some(({ isPii }) => isPii) })
  first.home.members.measures.push(member)
  return { member: name, home: first.home, isPii: member.isPii, isCalculated: true, message: '' }
}

/** The engine puts the SQL of a measure in place of its name, as it is. */
const reference = ({ member, isCalculated }: MadeMetric): string => (isCalculated ? `({CUBE.${member}})` : `{CUBE.${member}}`)

const makeRatio = (metric: DbtMetric, make: Make): MadeMetric => {
  const [over, under] = [requireInput(metric.numerator, make), requireInput(metric.denominator, make)]
  return makeCalculated(metric, [over, under], `1.0 * ${reference(over)} / nullif(${reference(under)}, 0)`)
}

const makeDerived = (metric: DbtMetric, make: Make, { warehouse }: ConvertOptions): MadeMetric => {
  const inputs = new Map(metric.metrics.map((input) => [(input.alias ?? input.name).toLowerCase(), requireInput(input, make)]))
  const word = (name: string): SqlPiece => {
    const input = inputs.get(name.toLowerCase())
    if (!input) throw new LeftOut('sql_unsupported', `Its SQL names ${JSON.stringify(name.slice(0, 60))}, which is none of its metrics.`)
    return { sql: reference(input), isPii: input.isPii }
  }
  const template = (inner: string): never => {
    throw new LeftOut('sql_unsupported', `Its SQL holds a template that dbt did not render: {{ ${inner.slice(0, 60)} }}.`)
  }
  const { sql } = readExpression(metric.expr ?? '', dialects[warehouse], { word, template })
  return makeCalculated(metric, [...inputs.values()], sql)
}

const makeOne = (metric: DbtMetric, make: Make, work: MetricWork): MadeMetric => {
  if (metric.type === 'simple') return makeSimple(metric, work)
  if (metric.type === 'ratio') return makeRatio(metric, make)
  if (metric.type === 'derived') return makeDerived(metric, make, work.options)
  throw new LeftOut(
    'type_unsupported',
    `It is ${JSON.stringify(metric.type.slice(0, 40))}; taken over are simple, ratio and derived metrics.`,
  )
}

const maxDepth = 50

/** Makes metrics by name, each once, those it is made of before it. */
export const createMetricMaker = (work: MetricWork): Make => {
  const byName = new Map(work.semantics.metrics.map((metric) => [metric.name, metric]))
  const made = new Map<string, MadeMetric | LeftOut>()
  const making: string[] = []

  const attempt = (name: string): MadeMetric | LeftOut => {
    const metric = byName.get(name)
    if (!metric) return new LeftOut('input_left_out', `There is no metric ${JSON.stringify(name)}.`)
    if (making.includes(name) || making.length > maxDepth)
      return new LeftOut(
        'cyclic',
        `It is made of itself, or of others more than ${maxDepth} deep: ${[...making, name].slice(0, 5).join(', ')}.`,
      )
    making.push(name)
    try {
      return makeOne(metric, makeInput, work)
    } catch (error) {
      if (error instanceof LeftOut) return error
      throw error
    } finally {
      making.pop()
    }
  }
  const make: Make = (name) => {
    const result = made.get(name) ?? attempt(name)
    made.set(name, result)
    if (result instanceof LeftOut) throw result
    return result
  }
  const makeInput: Make = (name) => {
    try {
      return make(name)
    } catch (error) {
      if (!(error instanceof LeftOut)) throw error
      throw error.reason === 'cyclic' ? error : new LeftOut('input_left_out', `The metric ${name} is left out: ${error.message}`)
    }
  }
  return make
}
