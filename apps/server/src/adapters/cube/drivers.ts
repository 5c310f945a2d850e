import { Failure } from '#kernel/failure'
import { getEngineVersion } from './versions.ts'

const dataSourceType = /^CUBEJS_DS_[A-Z0-9_]+_DB_TYPE$/

/** The warehouses that the variables of a deployment name: the default data source, and each other one. */
export const driversNamed = (variables: Readonly<Record<string, string | undefined>>): string[] => {
  const types = Object.entries(variables).flatMap(([name, value]) =>
    (name === 'CUBEJS_DB_TYPE' || dataSourceType.test(name)) && value?.trim() ? [value.trim()] : [],
  )
  return [...new Set(types)]
}

/** Refuses a deployment whose warehouse has no driver in this version, and names those that have one. */
export const requireDrivers = (version: string, variables: Readonly<Record<string, string | undefined>>): string[] => {
  const { drivers } = getEngineVersion(version)
  const named = driversNamed(variables)
  const absent = named.filter((name) => !drivers.includes(name))
  if (absent.length > 0)
    throw new Failure(
      'driver_not_installed',
      `CUBEJS_DB_TYPE: engine ${version} is installed without a driver for ${absent.map((name) => `"${name}"`).join(', ')}. It has: ${drivers.join(', ')}.`,
    )
  return named
}
