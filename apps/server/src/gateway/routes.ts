/** What a token may be limited to, as the engine names it. */
import type { DataScope } from '@facet/contract'

export type DataRoute = {
  /** How requests are counted. */
  name: string
  methods: readonly string[]
  scope: DataScope | null
  /** Of the address; what else stands there ends here. */
  parameters: readonly string[]
  /** Answered only where the engine has its native part. */
  needsAddon?: true
  /** Small answers that can hold the text of an error although their status says that all went well. */
  hidesErrors?: true
  /** Answered line by line, each of which can be an error. */
  isLines?: true
}

const [read, ask, both] = [['GET'], ['POST'], ['GET', 'POST']] as const
const ofLoad = ['query', 'queryType', 'cache'] as const
const ofSql = ['query', 'format', 'disable_post_processing'] as const

const routes: Record<string, DataRoute> = {
  load: { name: 'dataLoad', methods: both, scope: 'data', parameters: ofLoad },
  subscribe: { name: 'dataSubscribe', methods: both, scope: 'data', parameters: ofLoad },
  'dry-run': { name: 'dataDryRun', methods: both, scope: 'data', parameters: ['query'] },
  cubesql: { name: 'dataCubeSql', methods: ask, scope: 'data', parameters: [], needsAddon: true, isLines: true },
  meta: { name: 'dataMeta', methods: read, scope: 'meta', parameters: ['extended', 'onlyViews'] },
  sql: { name: 'dataSql', methods: both, scope: 'sql', parameters: ofSql, hidesErrors: true },
  'convert-query': { name: 'dataConvertQuery', methods: ask, scope: 'sql', parameters: [], hidesErrors: true },
  'data-sources': { name: 'dataSources', methods: read, scope: 'meta', parameters: [] },
  entities: { name: 'dataEntities', methods: read, scope: 'meta', parameters: [] },
  'entities/all': { name: 'dataAllEntities', methods: ask, scope: 'meta', parameters: [] },
}
/** Beside the others, not among them: it has no base path. */
export const readiness: DataRoute = { name: 'dataReady', methods: read, scope: null, parameters: [] }

const entity: DataRoute = { name: 'dataEntity', methods: read, scope: 'meta', parameters: [] }
const entityForm = /^entities\/[^/]+$/

const known = new Map(Object.entries(routes))

/** Only what is listed is passed on, by its exact name. */
export const routeOf = (path: string): DataRoute | undefined => known.get(path) ?? (entityForm.test(path) ? entity : undefined)
