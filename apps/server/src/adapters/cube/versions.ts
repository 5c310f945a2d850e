/** A release of Cube that this build can install and run, with the warehouses it can dial. */
export type EngineVersion = { version: string; drivers: readonly string[] }

/** Pinned: each has a lock file in engines/<version>. The newest first. */
export const engineVersions: readonly EngineVersion[] = [{ version: '1.7.43', drivers: ['postgres', 'duckdb'] }]

export const findEngineVersion = (version: string): EngineVersion | undefined => engineVersions.find((each) => each.version === version)

const listOf = (names: readonly string[]): string => names.join(', ')

/** A version that this build cannot install, with the list of those it can. */
export class UnknownEngineVersion extends Error {
  constructor(version: string) {
    super(`"${version}" is not an engine version of this build. There are: ${listOf(engineVersions.map((each) => each.version))}.`)
    this.name = 'UnknownEngineVersion'
  }
}

export const getEngineVersion = (version: string): EngineVersion => {
  const found = findEngineVersion(version)
  if (!found) throw new UnknownEngineVersion(version)
  return found
}
