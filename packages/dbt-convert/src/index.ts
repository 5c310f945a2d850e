/** A dbt manifest in; files of a Cube data model and a report of every decision out. Pure. */
export { convert, type Conversion, type ConvertInput, type GeneratedFile } from './convert.ts'
export { conversionLimits } from './limits.ts'
export { completeOptions, conversionDefaults, type ConvertOptions } from './options.ts'
export { type ExistingFile, type OutputPlan, planOutput } from './plan-output.ts'
export { requireSize } from './read-json.ts'
export { ConversionRefused, type RefusalCode } from './refusal.ts'
export type {
  ColumnDecision,
  ConversionReport,
  JoinDecision,
  JoinReason,
  KeyDecision,
  ModelDecision,
  SemanticDecision,
  SemanticReason,
  Skip,
} from './report.ts'
export { type Warehouse, warehouses } from './warehouses.ts'
