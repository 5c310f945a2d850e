import { join } from 'node:path'
import { removeTree } from '#adapters/children'
import { profileOf, type ProfileRequest } from '#adapters/dbt'
import type { HostGuard } from '#adapters/outbound'
import { guardedDial } from '#adapters/sandbox'
import { catalogConnection, hasCatalogPhase } from './catalog-connection.ts'
import { copyPlainFile } from './plain-file.ts'
import { withoutCredentials } from './project-variables.ts'
import type { RunControl } from './run-control.ts'
import { RunFailure } from './run-failure.ts'
import { emptyFolder, type RunFolders } from './run-folders.ts'
import { type DbtPhaseRequest, runInProject } from './run-in-project.ts'

export type CatalogRequest = Omit<DbtPhaseRequest, 'folders'> &
  Pick<ProfileRequest, 'warehouse' | 'targetSchema'> & {
    folders: Pick<RunFolders, 'artifacts' | 'profiles' | 'catalog'>
    outbound: HostGuard
  }

/** Without a catalog, why there is none. */
export type ReadCatalog = { hasCatalog: true } | { hasCatalog: false; reason: string }

const maxCatalogBytes = 256 * 1_048_576

const without = (reason: string): ReadCatalog => ({ hasCatalog: false, reason })

/**
 * `dbt docs generate`, for types that the project does not declare. It is the only phase with the credential of the warehouse, in a variable
 * that a profile can read and the project's code cannot, and the warehouse is the only place it may dial. Whatever goes wrong is told, and
 * the run goes on without.
 */
export const readCatalog = async (request: CatalogRequest, control: RunControl): Promise<ReadCatalog> => {
  const { warehouse, target, targetSchema, variables, folders, outbound } = request
  if (!hasCatalogPhase(warehouse)) return without(`The catalog is not read from ${warehouse}.`)
  const connection = catalogConnection(warehouse, variables.database)
  if (!connection) return without('The variables of the deployment do not say how the warehouse is reached.')
  await emptyFolder(folders.catalog)
  const { host, port, output, secrets, credential } = connection
  try {
    await runInProject(
      { ...request, folders: { ...folders, artifacts: folders.catalog }, secrets: { ...request.secrets, ...credential } },
      {
        ...{ phase: 'catalog', code: 'catalog_failed', summary: 'The catalog could not be read', first: 'the catalog of the warehouse' },
        args: ['docs', 'generate', '--no-compile', '--target-path', '/artifacts'],
        profile: profileOf({ warehouse, target, targetSchema, variables: variables.database }, output),
        variables: withoutCredentials(variables),
        own: secrets,
        egress: [{ host, port, dial: guardedDial(outbound, host, port) }],
      },
      control,
    )
    const catalog = join(folders.artifacts, 'catalog.json')
    await removeTree(catalog)
    const isThere = await copyPlainFile(join(folders.catalog, 'catalog.json'), catalog, maxCatalogBytes)
    return isThere ? { hasCatalog: true } : without('dbt wrote no catalog, or one that is too large.')
  } catch (error) {
    if (error instanceof RunFailure) return without(error.message)
    throw error
  }
}
