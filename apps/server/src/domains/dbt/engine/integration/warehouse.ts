import { type Warehouse, warehouses } from '@facet/dbt-convert'
import { Failure } from '#kernel/failure'

/** Where Cube has another word than dbt. */
const synonyms = new Map<string, Warehouse>([
  ['databricks-jdbc', 'databricks'],
  ['postgresql', 'postgres'],
])

const findWarehouse = (type: string): Warehouse | undefined => synonyms.get(type) ?? warehouses.find((known) => known === type)

const listed = warehouses.join(', ')

/** Why no cubes can be written for a deployment with this `CUBEJS_DB_TYPE`; null if they can. */
export const warehouseProblem = (type: string | null): string | null => {
  if (type === null) return `CUBEJS_DB_TYPE is not set: set it to the warehouse that dbt writes to. Supported are: ${listed}.`
  if (findWarehouse(type)) return null
  return `CUBEJS_DB_TYPE is "${type.slice(0, 100)}", for which a dbt sync cannot write cubes. Supported are: ${listed}.`
}

export const requireWarehouse = (type: string | null): Warehouse => {
  const found = type === null ? undefined : findWarehouse(type)
  if (!found) throw new Failure('dbt_warehouse_unsupported', warehouseProblem(type) ?? '')
  return found
}
