import type { DataScope } from '@facet/contract'
import { type HiddenErrors, hiddenErrorsOf } from '#kernel/hidden-errors'

export type DataRoute = HiddenErrors & {
  /** How requests are counted. */
  name: string
  methods: readonly string[]
  /** What a token may be limited to, as the engine names it. */
  scope: DataScope | null
  /** Of the address; what else stands there ends here. */
  parameters: readonly string[]
  /** Clients repeat a request that is answered with `Continue wait`. */
  continuesWait?: boolean
}

const [read, ask, both] = [['GET'], ['POST'], ['GET', 'POST']] as const
const ofLoad = ['query', 'queryType', 'cache'] as const
const ofSql = ['query', 'format', 'disable_post_processing'] as const

const routes: Record<string, DataRoute> = {
  load: { name: 'dataLoad', methods: both, scope: 'data', parameters: ofLoad, continuesWait: true },
  subscribe: { name: 'dataSubscribe', methods: both, scope: 'data', parameters: ofLoad, continuesWait: true },
  'dry-run': { name: 'dataDryRun', methods: both, scope: 'data', parameters: ['query'] },
  cubesql: { name: 'dataCubeSql', methods: ask, scope: 'data', parameters: [] },
  meta: { name: 'dataMeta', methods: read, scope: 'meta', parameters: ['extended', 'onlyViews'] },
  sql: { name: 'dataSql', methods: both, scope: 'sql', parameters: ofSql },
  'convert-query': { name: 'dataConvertQuery', methods: ask, scope: 'sql', parameters: [] },
  'data-sources': { name: 'dataSources', methods: read, scope: 'meta', parameters: [] },
  entities: { name: 'dataEntities', methods: read, scope: 'meta', parameters: [] },
  'entities/all': { name: 'dataAllEntities', methods: ask, scope: 'meta', parameters: [] },
}
/** Beside the others, not among them: it has no base path. */
export const readiness: DataRoute = { name: 'dataReady', methods: read, scope: null, parameters: [] }

const entity: DataRoute = { name: 'dataEntity', methods: read, scope: 'meta', parameters: [] }
const entityForm = /^entities\/[^/]+$/

const known = new Map(Object.entries(routes).map(([path, route]): [string, DataRoute] => [path, { ...route, ...hiddenErrorsOf(path) }]))

/** Only what is listed is passed on, by its exact name. */
export const routeOf = (path: string): DataRoute | undefined => known.get(path) ?? (entityForm.test(path) ? entity : undefined)
