import { rm } from 'node:fs/promises'
import type { Git } from '#adapters/git'
import type { ObjectStore } from '#adapters/object-store'
import type { Pool } from '#db'
import { createUnreferencedObjects, type UnreferencedObjects } from './unreferenced-objects.ts'
import { maxPacks, repack } from './repack.ts'
import { repositoryName } from './repository-name.ts'
import { openRepositories, type OpenRepositories } from './repositories.ts'
import type { FileChange, RepositoryId } from './types.ts'
import { makeWorkFolder } from './work-folder.ts'

export type RepositoryEngineOptions = {
  pool: Pool
  store: ObjectStore
  dataFolder: string
  maxCopyBytes: number
  /** How git is run for a tenant. */
  gitOf: (tenantId: number) => Git
  node: string
  starter: () => FileChange[]
  onProblem: (error: unknown) => void
}

type OpenRepositoryEngine = {
  repositories: OpenRepositories
  unreferencedObjects: UnreferencedObjects
  /** Of this process alone. */
  folder: string
  stop: () => Promise<void>
}

/** The repositories of this node; their packs are joined when there are many. */
export const openRepositoryEngine = async (options: RepositoryEngineOptions): Promise<OpenRepositoryEngine> => {
  const { pool, store, node, onProblem } = options
  const folder = await makeWorkFolder(options.dataFolder)
  const stopping = new AbortController()
  const repacking = new Map<string, Promise<unknown>>()

  const repackSoon = (repositoryId: RepositoryId): void => {
    const name = repositoryName(repositoryId)
    if (repacking.has(name) || stopping.signal.aborted) return
    const task = repack({ pool, store, folder, node, repositories }, repositoryId, stopping.signal)
      .catch((error: unknown) => (stopping.signal.aborted ? undefined : onProblem(error)))
      .finally(() => repacking.delete(name))
    repacking.set(name, task)
  }
  const repositories = openRepositories({
    pool,
    store,
    folder,
    node,
    maxBytes: options.maxCopyBytes,
    gitOf: options.gitOf,
    starter: options.starter,
    onChanged: (repositoryId, { packs }) => {
      if (packs.length > maxPacks) repackSoon(repositoryId)
    },
  })

  return {
    repositories,
    unreferencedObjects: createUnreferencedObjects(pool, store, folder),
    folder,
    stop: async () => {
      stopping.abort(new Error('The process is stopping.'))
      await Promise.all(repacking.values())
      await repositories.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
