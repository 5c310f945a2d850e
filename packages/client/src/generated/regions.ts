// Generated from packages/contract by pnpm generate. Do not edit.

import type { PageInfo } from './shared.ts'

export type RegionResponse = {
  id: number
  /** The value that creating a deployment takes. */
  name: string
  title?: string | null
  provider?: string | null
  isPublic?: boolean | null
  isDedicated?: boolean | null
  isHybrid?: boolean | null
  useAiEngineer?: boolean | null
}

export type RegionsListResponse = {
  items: RegionResponse[]
  /** The same as `items`, for older clients. */
  data: RegionResponse[]
  pageInfo: PageInfo
}

export type ListRegionsQuery = {
  /** Page size, 100 when left out; more than 1000 gives 1000. */
  first?: number | undefined
  /** The `pageInfo.endCursor` of the page before. Opaque. */
  after?: string | undefined
}

export type ListRegionsCall = { query?: ListRegionsQuery | undefined }
