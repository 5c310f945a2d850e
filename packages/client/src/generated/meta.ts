// Generated from packages/contract by pnpm generate. Do not edit.

export type MetaResponse = {
  /** Cubes and views, as `/v1/meta` of the data API has them. */
  cubes: Record<string, unknown>[]
  compilerId?: string
}

export type MetaSelectors = {
  deploymentId?: number | null | undefined
  /** Names of cubes and views; the others are left out. */
  cubes?: string[] | null | undefined
  /** Views alone. */
  onlyViews?: boolean | null | undefined
}

export type QueryMetaInput = { selectors?: (MetaSelectors | string[]) | null | undefined }

export type GetMetaQuery = {
  deploymentId?: number | undefined
  /** Views alone. */
  onlyViews?: boolean | undefined
}

export type GetMetaCall = { query?: GetMetaQuery | undefined }

export type QueryMetaCall = { body: QueryMetaInput }
