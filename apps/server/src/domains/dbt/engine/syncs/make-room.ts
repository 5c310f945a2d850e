import { pushedFileLimits } from '@facet/contract'
import type { Db } from '#db'
import { Failure } from '#kernel/failure'
import { type Counted, holdForRemoval, listPushed, lockPushed, removeCatalog, removeManifests } from './manifest-queries.ts'

const { maxKeptBytes, minCountedBytes } = pushedFileLimits

const full = (needed: number): Failure =>
  new Failure(
    'dbt_manifest_limit',
    `This deployment keeps at most ${maxKeptBytes / 1_048_576} MB of pushed manifests and catalogs, and ${needed} of its manifests are kept for syncs that wait or run. Wait for some to end, or cancel them; then push again.`,
  )

/** The oldest that no sync needs, as many as it takes; null where all of them are too few. */
export const chooseRemovals = (pushed: readonly Counted[], freeBytes: number, isKept: (id: number) => boolean): number[] | null => {
  const chosen: number[] = []
  let free = freeBytes
  for (const { id, bytes, isNeeded } of pushed) {
    if (free >= 0) break
    if (isNeeded || isKept(id)) continue
    chosen.push(id)
    free += bytes
  }
  return free >= 0 ? chosen : null
}

/**
 * Room for a file in what a deployment keeps, in the transaction that adds it; a catalog takes the place of the one before. What goes is
 * held first and judged again: a sync may have been launched from it in between.
 */
export const makeRoom = async (
  db: Db,
  of: { tenantId: number; deploymentId: number },
  sizeBytes: number,
  catalogOf: number | null,
): Promise<void> => {
  await lockPushed(db, of)
  // Behind the lock: of two that come at once the second finds the first.
  if (catalogOf !== null) await removeCatalog(db, of, catalogOf)
  const removalsOf = (pushed: readonly Counted[], isKept: (id: number) => boolean): number[] => {
    const held = pushed.reduce((sum, { bytes }) => sum + bytes, 0)
    const chosen = chooseRemovals(pushed, maxKeptBytes - held - Math.max(sizeBytes, minCountedBytes), isKept)
    if (!chosen) throw full(pushed.filter(({ isNeeded }) => isNeeded).length)
    return chosen
  }
  const pushed = await listPushed(db, of, minCountedBytes)
  if (removalsOf(pushed, (id) => id === catalogOf).length === 0) return
  const free = await holdForRemoval(
    db,
    of,
    pushed.filter(({ id, isNeeded }) => !isNeeded && id !== catalogOf).map(({ id }) => id),
  )
  await removeManifests(
    db,
    of,
    removalsOf(await listPushed(db, of, minCountedBytes), (id) => !free.has(id)),
  )
}
