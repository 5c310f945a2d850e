import { type Warehouse, warehouses } from '@facet/dbt-convert'

/** A release of dbt Core that this build can install and run, with the warehouses whose adapters come with it. */
export type DbtVersion = { version: string; warehouses: readonly Warehouse[] }

/** Pinned: each has a lock file in dbt/<version>. The newest first. */
export const dbtVersions: readonly [DbtVersion, ...DbtVersion[]] = [{ version: '1.11.16', warehouses }]

export const newestDbtVersion: string = dbtVersions[0].version

export const findDbtVersion = (version: string): DbtVersion | undefined => dbtVersions.find((each) => each.version === version)

/** Says that a version is not one of this build, with the list of those that are. */
export const unknownDbtVersion = (version: string): string =>
  `"${version}" is not a dbt version of this build. There are: ${dbtVersions.map((each) => each.version).join(', ')}.`
