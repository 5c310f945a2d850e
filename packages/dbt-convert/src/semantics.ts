import type { MetaSettings } from './meta.ts'

/** What is read of dbt's semantic layer: semantic models with what they hold, and metrics. Each list is in the order of names. */
export type Semantics = { models: DbtSemanticModel[]; metrics: DbtMetric[] }

export const noSemantics: Semantics = { models: [], metrics: [] }

export type DbtSemanticModel = {
  id: string
  name: string
  /** The model it is on. */
  modelId: string | null
  /** Where no entity is the primary one, the word that dimensions are called by in filters. */
  primaryEntity: string | null
  entities: DbtEntity[]
  dimensions: DbtDimension[]
  measures: DbtMeasure[]
}

type Described = { name: string; label: string | null; description: string | null; meta: MetaSettings }

export type DbtEntity = Described & { type: string; expr: string | null }

export type DbtDimension = Described & { type: string; expr: string | null }

export type DbtMeasure = Described & { agg: string; expr: string | null; isNonAdditive: boolean }

export type DbtMetric = Described & {
  id: string
  type: string
  filters: string[]
  /** Of a simple metric: the measure that it shows, by name. */
  measure: MetricInput | null
  /** Of a simple metric that says itself what is aggregated. */
  aggregation: { semanticModel: string; measure: DbtMeasure } | null
  numerator: MetricInput | null
  denominator: MetricInput | null
  /** Of a derived metric. */
  metrics: MetricInput[]
  expr: string | null
}

export type MetricInput = { name: string; alias: string | null; filters: string[]; hasOffset: boolean; fillsGaps: boolean }
