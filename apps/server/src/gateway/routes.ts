/** What a token may be limited to, as the engine names it. */
import type { DataScope } from '@facet/contract'

export type DataRoute = {
  /** How requests are counted. */
  name: string
  methods: readonly string[]
  scope: DataScope | null
  /** Answered only where the engine has its native part. */
  needsAddon?: true
  /** Small answers that can hold the text of an error although their status says that all went well. */
  hidesErrors?: true
  /** Answered line by line, each of which can be an error. */
  isLines?: true
}

const [read, ask, both] = [['GET'], ['POST'], ['GET', 'POST']] as const

const routes: Record<string, DataRoute> = {
  load: { name: 'dataLoad', methods: both, scope: 'data' },
  subscribe: { name: 'dataSubscribe', methods: both, scope: 'data' },
  'dry-run': { name: 'dataDryRun', methods: both, scope: 'data' },
  cubesql: { name: 'dataCubeSql', methods: ask, scope: 'data', needsAddon: true, isLines: true },
  meta: { name: 'dataMeta', methods: read, scope: 'meta' },
  sql: { name: 'dataSql', methods: both, scope: 'sql', hidesErrors: true },
  'convert-query': { name: 'dataConvertQuery', methods: ask, scope: 'sql', hidesErrors: true },
  'data-sources': { name: 'dataSources', methods: read, scope: 'meta' },
  entities: { name: 'dataEntities', methods: read, scope: 'meta' },
  'entities/all': { name: 'dataAllEntities', methods: ask, scope: 'meta' },
}
/** Beside the others, not among them: it has no base path. */
export const readiness: DataRoute = { name: 'dataReady', methods: read, scope: null }

const entity: DataRoute = { name: 'dataEntity', methods: read, scope: 'meta' }
const entityForm = /^entities\/[^/]+$/

const known = new Map(Object.entries(routes))

/** Only what is listed is passed on, by its exact name. */
export const routeOf = (path: string): DataRoute | undefined => known.get(path) ?? (entityForm.test(path) ? entity : undefined)
