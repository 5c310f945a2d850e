import type { Warehouse } from '@facet/dbt-convert'
import { isIP } from 'node:net'
import { egressName } from '#adapters/sandbox'
import { warehousesOf } from '#engine/hosting'

/** How the catalog's phase reaches the warehouse: the one place it may dial, and what its profile says. */
export type CatalogConnection = {
  host: string
  port: number
  output: Record<string, string | number | boolean>
  /** Variables that only a profile can read. */
  secrets: Record<string, string>
  /** What the warehouse lets in with, by the names that it is set under. */
  credential: Record<string, string>
}

const password = 'DBT_ENV_SECRET_FACET_PASSWORD'
const fromVariable = `{{ env_var('${password}') }}`
const snowflakePort = 443

type Variables = Readonly<Record<string, string>>

const isOn = (text: string | undefined): boolean => text === 'true' || text === '1'

const login = (variables: Variables) => ({ user: variables['CUBEJS_DB_USER'] ?? '', password: fromVariable })

const credentialOf = ({ CUBEJS_DB_USER = '', CUBEJS_DB_PASS = '' }: Variables): Pick<CatalogConnection, 'secrets' | 'credential'> => ({
  secrets: { [password]: CUBEJS_DB_PASS },
  credential: { CUBEJS_DB_USER, CUBEJS_DB_PASS },
})

const snowflake = (variables: Variables): CatalogConnection | null => {
  const account = variables['CUBEJS_DB_SNOWFLAKE_ACCOUNT']
  if (!account || !/^[\w.-]+$/.test(account)) return null
  const [warehouse, role] = [variables['CUBEJS_DB_SNOWFLAKE_WAREHOUSE'], variables['CUBEJS_DB_SNOWFLAKE_ROLE']]
  return {
    host: `${account.toLowerCase()}.snowflakecomputing.com`,
    port: snowflakePort,
    output: { account, ...login(variables), ...(warehouse ? { warehouse } : {}), ...(role ? { role } : {}) },
    ...credentialOf(variables),
  }
}

const byAddress = (warehouse: Warehouse, variables: Variables): CatalogConnection | null => {
  const [place] = warehousesOf({ ...variables, CUBEJS_DB_TYPE: warehouse, CUBEJS_DATASOURCES: '' })
  if (!place || variables['CUBEJS_DB_URL']) return null
  const isEncrypted = isOn(variables['CUBEJS_DB_SSL'])
  const encryption = warehouse === 'clickhouse' ? { secure: isEncrypted } : { sslmode: isEncrypted ? 'require' : 'prefer' }
  const host = isIP(place.host) === 0 ? place.host : egressName(place.host)
  return {
    ...place,
    output: { host, port: place.port, ...login(variables), ...encryption },
    ...credentialOf(variables),
  }
}

const connections: Partial<Record<Warehouse, (variables: Variables) => CatalogConnection | null>> = {
  snowflake,
  postgres: (variables) => byAddress('postgres', variables),
  redshift: (variables) => byAddress('redshift', variables),
  clickhouse: (variables) => byAddress('clickhouse', variables),
}

/** Whether types are read from the warehouse at all. */
export const hasCatalogPhase = (warehouse: Warehouse): boolean => warehouse in connections

/** Null where the variables do not say how it is reached. */
export const catalogConnection = (warehouse: Warehouse, variables: Variables): CatalogConnection | null =>
  connections[warehouse]?.(variables) ?? null
