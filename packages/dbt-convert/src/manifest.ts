import type { MetaSettings } from './meta.ts'
import type { Semantics } from './semantics.ts'

/** What is read of a dbt project. Everything is in an order of its own, so that the order of keys in a manifest means nothing. */
export type Manifest = {
  projectName: string
  adapterType: string
  models: Map<string, DbtModel>
  tests: DbtTest[]
  /** Ids of models that the project switched off. */
  disabledModels: string[]
  /** How many there are; nothing else is read of them. */
  sources: number
  macros: number
  /** What each node is made from, for selections along the graph. */
  parents: Map<string, string[]>
  semantics: Semantics
}

export type DbtModel = {
  id: string
  name: string
  alias: string
  packageName: string
  version: string | null
  latestVersion: string | null
  database: string | null
  schema: string | null
  /** The schema that its configuration asks for, which a macro may have turned into another. */
  customSchema: string | null
  relationName: string | null
  materialized: string
  config: Map<string, string>
  /** Below the folder of models. */
  path: string
  /** From the root of the project. */
  file: string
  fqn: string[]
  tags: string[]
  access: string | null
  group: string | null
  description: string | null
  meta: MetaSettings
  columns: DbtColumn[]
  constraints: DbtConstraint[]
  /** What semantic models say about its keys; empty where they are not read. */
  entities: ModelEntity[]
}

/** An entity that is a column. `why` says which, and of which semantic model. */
export type ModelEntity = { name: string; type: 'primary' | 'unique' | 'foreign'; column: string; why: string }

export type DbtColumn = {
  name: string
  description: string | null
  dataType: string | null
  isQuoted: boolean
  meta: MetaSettings
  /** Says that it holds times, where nothing declares a type. */
  timeEvidence?: string
}

/** Of a model or of one of its columns, which is then the only one in `columns`. */
export type DbtConstraint = { type: string; columns: string[]; to: string | null; toColumns: string[] }

export type DbtTest = {
  id: string
  kind: 'unique' | 'not_null' | 'relationships' | 'unique_combination'
  modelId: string
  columns: string[]
  /** Of relationships: what is referred to, by id. */
  targetId: string | null
  field: string | null
  /** Why a passing test says less than its name: it looks at some rows, or only warns. */
  looseness: string | null
  where: string | null
}
