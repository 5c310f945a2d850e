import type { DimensionType } from './column-types.ts'
import type { Warehouse } from './warehouses.ts'

/** What was decided about each model, and on what evidence: for the person who reviews the cubes. */
export type ConversionReport = {
  project: string
  adapter: string
  warehouse: Warehouse
  counts: {
    models: number
    cubes: number
    skipped: number
    disabled: number
    joins: number
    joinsLeftOut: number
    closedToEmbed: number
    semantics: number
    semanticsLeftOut: number
  }
  models: ModelDecision[]
  skipped: Skip[]
  /** Everything of dbt's semantic layer, where that is converted. */
  semantics: SemanticDecision[]
  disabledModels: string[]
  notices: string[]
}

export type Skip = {
  modelId: string
  file: string
  reason: 'ephemeral' | 'time_spine' | 'not_selected' | 'outside_marts'
  message: string
}

export type ModelDecision = {
  modelId: string
  /** In the dbt project. */
  file: string
  cube: string
  path: string
  table: string
  key: KeyDecision
  joins: JoinDecision[]
  columns: ColumnDecision[]
  measures: string[]
  /** Groups that its policy lets in; without any it is closed to embed sessions. */
  groups: string[]
  isClosedToEmbed: boolean
  notices: string[]
}

export type KeyDecision = {
  columns: string[]
  source: 'meta' | 'constraint' | 'tests' | 'entity' | 'join' | 'name' | 'none'
  /** Whether something says that it is unique, rather than its name suggesting so. */
  isProven: boolean
  evidence: string[]
}

export type JoinReason =
  | 'emitted'
  | 'unproven_key'
  | 'owner_without_key'
  | 'conditional'
  | 'several_to_one_cube'
  | 'switched_off'
  | 'self'
  | 'not_a_cube'
  | 'target_unknown'
  | 'column_undocumented'

export type JoinDecision = {
  columns: string[]
  /** A cube, or the id of what is none. */
  to: string
  toColumns: string[]
  relationship: 'many_to_one' | 'one_to_many'
  isEmitted: boolean
  reason: JoinReason
  message: string
  evidence: string[]
}

export type ColumnDecision = {
  column: string
  /** Null where it became no dimension. */
  dimension: string | null
  type: DimensionType
  source: 'meta' | 'declared' | 'catalog' | 'semantic' | 'name' | 'unknown_type'
  evidence: string
}

export type SemanticReason =
  | 'used'
  | 'not_a_cube'
  | 'not_a_column'
  | 'type_unsupported'
  | 'aggregation_unsupported'
  | 'sql_unsupported'
  | 'filter_unsupported'
  | 'input_left_out'
  | 'input_changed'
  | 'several_cubes'
  | 'cyclic'
  | 'name_taken'

/** A semantic model, something in one, or a metric. */
export type SemanticDecision = {
  kind: 'semantic_model' | 'entity' | 'dimension' | 'measure' | 'metric'
  /** Of the semantic model or the metric. */
  id: string
  name: string
  cube: string | null
  /** The dimension or measure it became. */
  member: string | null
  isUsed: boolean
  reason: SemanticReason
  message: string
}
