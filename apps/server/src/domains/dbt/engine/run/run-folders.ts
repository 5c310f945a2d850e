import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { removeTree } from '#adapters/children'

/** Where a run keeps what its phases hand on. All of it is this run's own, and removed with it. */
export type RunFolders = {
  /** What was cloned. */
  repository: string
  /** What dbt wrote: `manifest.json`, `catalog.json`, its parse state. */
  artifacts: string
  profiles: string
  /** What dbt wrote with the warehouse at hand, apart: its manifest is not the one that is converted. */
  catalog: string
  /** What the converter wrote. */
  output: string
}

/** Makes them anew: a phase that is done again finds nothing of the first time. */
export const emptyFolder = async (folder: string): Promise<void> => {
  await removeTree(folder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
}

export const runFolders = async (folder: string): Promise<RunFolders> => {
  const folders = {
    repository: join(folder, 'repository'),
    artifacts: join(folder, 'artifacts'),
    profiles: join(folder, 'profiles'),
    catalog: join(folder, 'catalog'),
    output: join(folder, 'output'),
  }
  for (const each of Object.values(folders)) await mkdir(each, { recursive: true, mode: 0o700 })
  return folders
}
