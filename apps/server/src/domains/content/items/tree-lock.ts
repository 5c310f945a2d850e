import { type Db, type RawBuilder, sql } from '#db'
import { Failure } from '#kernel/failure'
import { codeOf } from '#kernel/system-errors'
import type { WorkspaceAccess } from './workspace-access.ts'

type Place = Pick<WorkspaceAccess, 'tenantId' | 'deploymentId' | 'embedTenantId'>

const keyOf = (name: string, { tenantId, deploymentId, embedTenantId }: Place) =>
  sql`hashtextextended(${`${name} ${deploymentId} ${embedTenantId}`}::text, ${tenantId}::bigint)`
const treeKey = (place: Place) => keyOf('content tree', place)
const importKey = (place: Place) => keyOf('content import', place)

const importRunning = (cause?: unknown): Failure =>
  new Failure(
    'content_import_running',
    'Somebody imports content into this workspace. Nothing was saved; repeat the request in a moment.',
    {
      cause,
      retryAfterSeconds: 1,
    },
  )

/** Waiting for a lock took longer than a connection allows. */
const isLockTimeout = (error: unknown): boolean => error instanceof Failure && /^(55P03|57014)$/.test(codeOf(error.cause))

const isTrue = async (db: Db, expression: RawBuilder<unknown>): Promise<boolean> => {
  const { rows } = await sql<{ is_true: boolean }>`select ${expression} as is_true`.execute(db)
  return rows[0]?.is_true === true
}

/** Who waits too long learns whether an import is the reason. */
const waitForTree = async (db: Db, place: Place, mode: RawBuilder<unknown>): Promise<void> => {
  if (await isTrue(db, sql`pg_try_advisory_xact_lock${mode}(${treeKey(place)})`)) return
  const isImporting = !(await isTrue(db, sql`pg_try_advisory_xact_lock_shared(${importKey(place)})`))
  try {
    await sql`select pg_advisory_xact_lock${mode}(${treeKey(place)})`.execute(db)
  } catch (error) {
    throw isImporting && isLockTimeout(error) ? importRunning(error) : error
  }
}

/** For whoever changes the tree of a workspace: moves, and folders made or deleted. Nobody else writes there until the transaction ends. */
export const lockTree = (db: Db, workspace: Place): Promise<void> => waitForTree(db, workspace, sql``)

/** For whoever writes what hangs in the tree: it stays as it is until the transaction ends. Taken before access is checked. */
export const holdTree = (db: Db, workspace: Place): Promise<void> => waitForTree(db, workspace, sql`_shared`)

/** One import at a time runs in a workspace. */
export const lockImports = async (db: Db, workspace: Place): Promise<void> => {
  try {
    await sql`select pg_advisory_xact_lock(${importKey(workspace)})`.execute(db)
  } catch (error) {
    throw isLockTimeout(error) ? importRunning(error) : error
  }
}

const turnMs = 200

/**
 * Holds the tree's lock in turns, for work on many items in one transaction: `yieldTurn` gives the lock to whoever waits once a turn has
 * lasted long enough. The lock is the session's and not the transaction's, which alone could not give it back; the savepoint keeps the
 * connection usable for that when a statement fails. What was checked in one turn has to be checked again in the next.
 */
export const inTurnsOfTree = async <T>(db: Db, workspace: Place, work: (yieldTurn: () => Promise<void>) => Promise<T>): Promise<T> => {
  let sinceMs = 0
  let isLocked = false
  const begin = async (): Promise<void> => {
    await sql`select pg_advisory_lock(${treeKey(workspace)})`.execute(db)
    isLocked = true
    await sql`savepoint turn`.execute(db)
    sinceMs = performance.now()
  }
  const unlock = async (): Promise<void> => {
    await sql`select pg_advisory_unlock(${treeKey(workspace)})`.execute(db)
    isLocked = false
  }
  const end = async (): Promise<void> => {
    await sql`release savepoint turn`.execute(db)
    await unlock()
  }
  const undo = async (): Promise<void> => {
    if (!isLocked) return
    await sql`rollback to savepoint turn`.execute(db)
    await unlock()
  }
  try {
    await begin()
    const result = await work(async () => {
      if (performance.now() - sinceMs < turnMs) return
      await end()
      await begin()
    })
    await end()
    return result
  } catch (error) {
    // A lost connection has given the lock back by itself.
    await undo().catch(() => undefined)
    throw error
  }
}
