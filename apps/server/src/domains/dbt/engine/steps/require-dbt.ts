import { type DbtEnvironment, findDbtEnvironment, findDbtVersion, unknownDbtVersion } from '#adapters/dbt'
import { SyncProblem } from '../syncs/index.ts'

/** dbt as it is installed on this node. Where it is not, the run says so at once: nobody installs it while a run waits. */
export const requireDbt = (dbtFolder: string, version: string): DbtEnvironment => {
  const found = findDbtEnvironment(dbtFolder, version)
  if (found) return found
  if (!findDbtVersion(version)) throw new SyncProblem('dbt_version_unsupported', unknownDbtVersion(version))
  throw new SyncProblem(
    'dbt_not_installed',
    `dbt ${version} is not installed on the node that ran this sync. The operator installs it with: facet dbt install ${version}`,
  )
}
