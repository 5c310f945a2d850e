import { rm } from 'node:fs/promises'
import type { Git } from '#adapters/git'
import type { ObjectStore } from '#adapters/object-store'
import type { Pool } from '#db'
import { createLooseObjects, type LooseObjects } from './loose-objects.ts'
import { mostPacks, repack } from './repack.ts'
import { repositoryName } from './repository-name.ts'
import { openRepositories, type OpenRepositories } from './repositories.ts'
import type { FileChange, Place } from './types.ts'
import { makeWorkFolder } from './work-folder.ts'

export type AuthoringOptions = {
  pool: Pool
  store: ObjectStore
  dataFolder: string
  mostCopyBytes: number
  /** How git is run for a tenant. */
  gitOf: (tenantId: number) => Git
  node: string
  starter: () => FileChange[]
  onProblem: (error: unknown) => void
}

type OpenAuthoring = { repositories: OpenRepositories; looseObjects: LooseObjects; stop: () => Promise<void> }

/** The repositories of this node; their packs are joined when there are many. */
export const openAuthoring = async (options: AuthoringOptions): Promise<OpenAuthoring> => {
  const { pool, store, node, onProblem } = options
  const folder = await makeWorkFolder(options.dataFolder)
  const stopping = new AbortController()
  const repacking = new Map<string, Promise<unknown>>()

  const repackSoon = (place: Place): void => {
    const name = repositoryName(place)
    if (repacking.has(name) || stopping.signal.aborted) return
    const task = repack({ pool, store, folder, node, repositories }, place, stopping.signal)
      .catch((error: unknown) => (stopping.signal.aborted ? undefined : onProblem(error)))
      .finally(() => repacking.delete(name))
    repacking.set(name, task)
  }
  const repositories = openRepositories({
    pool,
    store,
    folder,
    node,
    mostBytes: options.mostCopyBytes,
    gitOf: options.gitOf,
    starter: options.starter,
    onChanged: (place, { packs }) => {
      if (packs.length > mostPacks) repackSoon(place)
    },
  })

  return {
    repositories,
    looseObjects: createLooseObjects(pool, store, folder),
    stop: async () => {
      stopping.abort(new Error('The process is stopping.'))
      await Promise.all(repacking.values())
      await repositories.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
