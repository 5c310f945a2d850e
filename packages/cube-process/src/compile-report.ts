/** Something about a file of the model; `line` where it is known, from 1. */
export type Finding = { file: string | null; line: number | null; message: string }

/** What a compilation tells, as one line of JSON. A model without errors can be served. */
export type CompileReport = {
  cubes: number
  views: number
  errors: Finding[]
  warnings: Finding[]
  hasPreAggregations: boolean
  /** Queries will be refused: it asks for answers from pre-aggregations only. */
  hasRollupOnly: boolean
  /** It would be another model for each caller. */
  readsCompileSecurityContext: boolean
  /** Cubes and views that embed sessions may not query unless the deployment allows it. */
  cubesWithoutPolicy: string[]
  /** Every dimension, measure and segment as `cube.member`, whoever may see it. Null where there are more than can be told. */
  members: string[] | null
}

export const emptyReport: CompileReport = {
  cubes: 0,
  views: 0,
  errors: [],
  warnings: [],
  hasPreAggregations: false,
  hasRollupOnly: false,
  readsCompileSecurityContext: false,
  cubesWithoutPolicy: [],
  members: [],
}
