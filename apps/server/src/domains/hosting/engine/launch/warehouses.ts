import { isIP } from 'node:net'
import { egressName } from '#adapters/sandbox'

/** Where an engine process may dial: what its variables declare, and nothing that its code makes up. */
export type Warehouse = { host: string; port: number }

/** Ports of the databases that speak a protocol of their own when the variables name none. */
const defaultPorts: Record<string, number> = {
  postgres: 5432,
  redshift: 5439,
  materialize: 6875,
  crate: 5432,
  mysql: 3306,
  clickhouse: 8123,
}

const portOf = (text: string | undefined, type: string): number | null => {
  if (text === undefined || text === '') return defaultPorts[type] ?? null
  const port = Number(text)
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : null
}

const ofUrl = (text: string, type: string): Warehouse | null => {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url?.hostname) return null
  const port = portOf(url.port, type)
  return port === null ? null : { host: url.hostname.replaceAll(/[[\]]/g, ''), port }
}

const prefixesOf = (variables: Record<string, string>): string[] => {
  const names = (variables['CUBEJS_DATASOURCES'] ?? '').split(',').flatMap((name) => name.trim() || [])
  return ['CUBEJS_DB_', ...names.filter((name) => name !== 'default').map((name) => `CUBEJS_DS_${name.toUpperCase()}_DB_`)]
}

/** How the names of the variables of a data source begin; null for one that the variables do not declare. */
export const prefixOf = (variables: Record<string, string>, dataSource: string): string | null => {
  if (dataSource === 'default') return 'CUBEJS_DB_'
  const prefix = `CUBEJS_DS_${dataSource.toUpperCase()}_DB_`
  return prefixesOf(variables).includes(prefix) ? prefix : null
}

/** Where one data source is; null for one that is in no network. */
export const warehouseOf = (variables: Record<string, string>, prefix: string): Warehouse | null => {
  const type = variables[`${prefix}TYPE`] ?? ''
  const url = variables[`${prefix}URL`]
  if (url) return ofUrl(url, type)
  const host = variables[`${prefix}HOST`]?.trim().toLowerCase()
  const port = portOf(variables[`${prefix}PORT`]?.trim(), type)
  return host && port !== null ? { host, port } : null
}

/** Every data source that the variables of a deployment declare, each place once. */
export const warehousesOf = (variables: Record<string, string>): Warehouse[] => {
  const found = prefixesOf(variables).flatMap((prefix) => warehouseOf(variables, prefix) ?? [])
  return [...new Map(found.map((warehouse) => [`${warehouse.host}:${warehouse.port}`, warehouse])).values()]
}

/** The same variables for inside, where an address of the outside has a name: a program would dial the address itself and find nothing. */
export const withEgressNames = (variables: Record<string, string>): Record<string, string> => {
  const named = { ...variables }
  for (const prefix of prefixesOf(variables)) {
    const warehouse = warehouseOf(variables, prefix)
    if (!warehouse || isIP(warehouse.host) === 0) continue
    const url = variables[`${prefix}URL`]
    if (url) {
      const inside = new URL(url)
      inside.hostname = egressName(warehouse.host)
      named[`${prefix}URL`] = inside.href
    } else named[`${prefix}HOST`] = egressName(warehouse.host)
  }
  return named
}
