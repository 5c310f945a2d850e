import { rm } from 'node:fs/promises'
import type { Git } from '#adapters/git'
import type { ObjectStore } from '#adapters/object-store'
import type { FunctionCalls, Pool } from '#db'
import { collectObjects, forgetUploads } from './collector.ts'
import { createLooseObjects, type LooseObjects } from './loose-objects.ts'
import { mostPacks, repack } from './repack.ts'
import { openRepositories, type OpenRepositories } from './repositories.ts'
import type { FileChange, Place } from './types.ts'
import { makeWorkFolder } from './work-folder.ts'

export type AuthoringOptions = {
  pool: Pool
  calls: FunctionCalls
  store: ObjectStore
  dataFolder: string
  mostCopyBytes: number
  /** How git is run for a tenant. */
  gitOf: (tenantId: number) => Git
  node: string
  starter: () => FileChange[]
  onProblem: (error: unknown) => void
}

const everyMs = 60_000

type OpenAuthoring = { repositories: OpenRepositories; looseObjects: LooseObjects; stop: () => Promise<void> }

/** The repositories of this node, and what is done about them when nobody asks: joining packs, removing what is nobody's. */
export const openAuthoring = async (options: AuthoringOptions): Promise<OpenAuthoring> => {
  const { pool, calls, store, node, onProblem } = options
  const folder = await makeWorkFolder(options.dataFolder)
  const stopping = new AbortController()
  const repacking = new Map<string, Promise<unknown>>()

  const repackSoon = (place: Place): void => {
    const name = `${place.tenantId}-${place.deploymentId}`
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

  let timer: NodeJS.Timeout | undefined
  const collect = async (): Promise<void> => {
    await forgetUploads(calls)
    while (!stopping.signal.aborted && (await collectObjects(calls, store)) > 0);
  }
  const again = (): void => {
    if (stopping.signal.aborted) return
    timer = setTimeout(() => void collect().catch(onProblem).then(again), everyMs)
    timer.unref()
  }
  again()
  return {
    repositories,
    looseObjects: createLooseObjects(pool, store, folder),
    stop: async () => {
      stopping.abort(new Error('The process is stopping.'))
      clearTimeout(timer)
      await Promise.all(repacking.values())
      await repositories.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
