import type { listRegions as contract } from '@facet/contract'
import type { Handler } from '#context'
import { pageOfList } from '#kernel/paging'

export const listRegions: Handler<typeof contract> = ({ query }, { config }) =>
  pageOfList(query, 'listRegions', config.regions, (region) => region.name)
