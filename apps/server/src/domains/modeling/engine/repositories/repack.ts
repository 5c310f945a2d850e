import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { joinPacks, makeBareRepository } from '#adapters/git'
import type { ObjectStore } from '#adapters/object-store'
import { inTransaction, type Pool } from '#db'
import { storePack } from './packs.ts'
import type { OpenRepositories } from './repositories.ts'
import { advanceRepository, findRepositoryState } from './repository-queries.ts'
import type { Pack, RepositoryId } from './types.ts'

export const maxPacks = 16

/**
 * Which packs to join: from the smallest up, until the next is more than twice as large as all of them. Each object is so
 * written again a few times in the life of a repository, and the number of packs grows with the logarithm of its size.
 */
export const packsToJoin = (packs: Pack[]): Pack[] => {
  const bySize = packs.toSorted((a, b) => a.size - b.size)
  let count = bySize.length
  for (; count > 1; count--) {
    const below = bySize.slice(0, count - 1).reduce((sum, { size }) => sum + size, 0)
    if ((bySize[count - 1]?.size ?? 0) <= 2 * below) break
  }
  // The largest stand apart, and what is left may be too few to matter.
  return bySize.slice(0, Math.max(count, bySize.length - maxPacks + 2))
}

export type RepackOptions = { pool: Pool; store: ObjectStore; folder: string; node: string; repositories: OpenRepositories }

/** Joins packs when there are many. Fenced like any change: it counts only if the packs it replaces are all still there. */
export const repack = async (
  { pool, store, folder, node, repositories }: RepackOptions,
  repositoryId: RepositoryId,
  signal: AbortSignal,
): Promise<boolean> => {
  const path = join(folder, 'edits', `repack-${randomBytes(8).toString('hex')}`)
  try {
    const made = await repositories.readAt(repositoryId, signal, async (copy, state) => {
      if (state.packs.length <= maxPacks) return null
      const victims = packsToJoin(state.packs)
      const gitDir = { path, git: copy.gitDir.git }
      await makeBareRepository(gitDir, [join(copy.gitDir.path, 'objects')])
      const files = await joinPacks(
        gitDir,
        victims.map(({ sha256 }) => `pack-${sha256}.pack`),
      )
      return { victims, files, pack: await storePack(pool, store, repositoryId, files, signal) }
    })
    if (!made) return false
    const gone = new Set(made.victims.map(({ key }) => key))
    return await repositories.withLock(repositoryId, signal, () =>
      inTransaction(pool, repositoryId.tenantId, 'read write', async (db) => {
        const from = await findRepositoryState(db, repositoryId)
        const left = from?.packs.filter(({ key }) => !gone.has(key)) ?? []
        if (!from || left.length !== from.packs.length - gone.size) return false
        return advanceRepository(db, repositoryId, { from, packs: [made.pack, ...left], refs: from.refs, node })
      }),
    )
  } finally {
    await rm(path, { recursive: true, force: true })
  }
}
