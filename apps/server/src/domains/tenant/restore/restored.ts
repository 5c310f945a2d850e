import { touchedIn } from '#kernel/audit'
import { writeAudit } from '#access'
import { type Db, findCellProblem, type FunctionCalls, idsPerCell, inTransaction, type Pool } from '#db'
import { hasOtherAdministrator } from '#domains/identity/roles'
import { flushOnce, getLedger, LedgerForked, type LedgerRow, type LedgerStore, readEntries, type ReadEntries } from '#ledger'
import { type EndedSubjects, endedSubjects, type ReplayedKind } from './ended-subjects.ts'
import { endAgain, replayOrder } from './replay-queries.ts'
import { beginTimeline, holdBackPushes, holdBackSyncs, moveIds } from './timeline-queries.ts'

export type RestoreOptions = {
  pool: Pool
  calls: FunctionCalls
  url: string
  store: LedgerStore
  cell: number
  isLossAccepted: boolean
  /** What it is at, for whoever waits. */
  onStep: (step: string) => void
}

export type Restored = {
  restoreEpoch: number
  ids: { before: number; after: number }
  ledger: { before: number; after: number; entriesRead: number; isStored: boolean }
  /** What this copy still held and no longer does, by kind. */
  replayed: Partial<Record<ReplayedKind, number>>
  /** Pushes to git remotes that were pending in this copy and are not made by themselves any more. */
  heldPushes: number
  /** dbt syncs that were waiting or running in the copy. */
  heldSyncs: number
  /** What was ended since and is not in this copy. */
  absent: number
  /** Why something that was ended may hold again; nothing when all was replayed. */
  lost: string[]
  /** Tenants that nobody can administer now: facet admin recover makes someone an administrator. */
  withoutAdministrator: number[]
}

// What can be given out between an entry and the next is far less. Where the newest entry is not known, days of it are skipped.
const gap = 2 ** 24
const blindGap = 2 ** 32
const maxAttempts = 5

type Found = ReadEntries & { isBlind: boolean }

const nothingRead = (mine: LedgerRow, why: string): Found => ({
  endings: [],
  // Behind whatever the store may hold, so that it never takes this database for a copy again.
  newest: mine.number + blindGap,
  ids: 0,
  restoreEpoch: 0,
  known: [],
  gaps: [why],
  isBlind: true,
})

const reasonOf = (error: unknown): string => {
  const cause: unknown = error instanceof Error && error.cause ? error.cause : error
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}

const isAway = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'service_unavailable'

const acceptLoss =
  'What was ended after the backup would be valid again: keys, users, service accounts, embed tenants. Make the store reachable, or pass --accept-lost-revocations and end by hand what must not be valid.'

const readStore = async (store: LedgerStore, mine: LedgerRow): Promise<Found> => {
  try {
    return { ...(await readEntries(store, mine)), isBlind: false }
  } catch (error) {
    if (!isAway(error)) throw error
    return nothingRead(mine, `The object store does not answer: ${reasonOf(error)}`)
  }
}

const requireAll = ({ gaps }: Found, isLossAccepted: boolean): void => {
  if (gaps.length > 0 && !isLossAccepted) throw new Error([...gaps, acceptLoss].join('\n  '))
}

const nextIds = (mine: LedgerRow, found: Found, cell: number): number => {
  const to = Math.max(mine.last_id, found.ids) + (found.gaps.length > 0 ? blindGap : gap)
  if (to >= (cell + 1) * idsPerCell)
    throw new Error(`The ids of cell ${cell} are used up: ${to} would be one of the next cell. Is FACET_CELL that of this installation?`)
  return to
}

type Counts = Pick<Restored, 'replayed' | 'heldPushes' | 'heldSyncs' | 'absent' | 'withoutAdministrator'>

const replayKind = async (db: Db, tenantId: number, kind: ReplayedKind, subjectIds: Set<number>): Promise<number> => {
  let count = 0
  for await (const touched of endAgain(db, tenantId, kind, subjectIds)) {
    count += touched.length
    if (touched.length > 0)
      await writeAudit(db, { tenantId, operation: 'facet restored', outcome: 'done', actor: 'operator', targets: touchedIn(touched) })
  }
  return count
}

/** One transaction for each tenant: run again after a crash, it finds done what was done. */
const replayIn = async (pool: Pool, tenantId: number, subjects: EndedSubjects, counts: Counts): Promise<void> => {
  const ended = await inTransaction(pool, tenantId, 'read write', async (db) => {
    const byKind: [ReplayedKind, number][] = []
    for (const kind of replayOrder) byKind.push([kind, await replayKind(db, tenantId, kind, subjects.get(kind) ?? new Set())])
    const hasChanged = byKind.some(([, count]) => count > 0)
    return { byKind, isOrphaned: hasChanged && !(await hasOtherAdministrator(db, { tenantId }, 0)) }
  })
  for (const [kind, count] of ended.byKind) {
    if (count > 0) counts.replayed[kind] = (counts.replayed[kind] ?? 0) + count
    counts.absent += (subjects.get(kind)?.size ?? 0) - count
  }
  if (ended.isOrphaned && !counts.withoutAdministrator.includes(tenantId)) counts.withoutAdministrator.push(tenantId)
}

/** Tells the store of the new timeline. That it does not answer is no harm: the service tells it. */
const tellStore = async (calls: FunctionCalls, store: LedgerStore): Promise<'stored' | 'waiting' | 'forked'> => {
  try {
    await flushOnce(calls, store, 0)
    return 'stored'
  } catch (error) {
    if (error instanceof LedgerForked) return 'forked'
    if (isAway(error)) return 'waiting'
    throw error
  }
}

/**
 * Makes a database that was restored from a backup fit to be served: ids are moved on before anything takes one, what was ended
 * since is ended again, and then, in one transaction, everything issued before is refused and the ledger goes on in a new timeline.
 * Until that last step the database stays refused, so a run that ends halfway is simply run again.
 */
export const restored = async ({ pool, calls, url, store, cell, isLossAccepted, onStep }: RestoreOptions): Promise<Restored> => {
  const counts: Counts = { replayed: {}, heldPushes: 0, heldSyncs: 0, absent: 0, withoutAdministrator: [] }
  const first = await getLedger(calls)
  const problem = findCellProblem(first.last_id, cell)
  if (problem !== null) throw new Error(problem)
  // A copy that is months old has no place for the entries of today.
  await calls.call('make-audit-partitions', 'select facet_make_audit_partitions($1)', [0])
  for (let attempt = 1; ; attempt++) {
    const mine = await getLedger(calls)
    onStep(`reading the ledger after entry ${mine.number}`)
    const found = await readStore(store, mine)
    requireAll(found, isLossAccepted)
    const after = await moveIds(calls, nextIds(mine, found, cell))
    const ended = [...endedSubjects(found.endings)]
    for (const [index, [tenantId, subjects]] of ended.entries()) {
      onStep(`ending again what was ended: tenant ${index + 1} of ${ended.length}`)
      await replayIn(pool, tenantId, subjects, counts)
    }
    onStep('holding back pushes to git remotes')
    counts.heldPushes += await holdBackPushes(calls)
    onStep('holding back dbt syncs')
    counts.heldSyncs += await holdBackSyncs(calls)
    onStep('beginning a new timeline of the ledger')
    const begun = await beginTimeline(url, mine, {
      ...found,
      isComplete: found.gaps.length === 0,
      unreadAfter: found.isBlind ? (mine.unread_after ?? mine.stored_number) : null,
    })
    const told = await tellStore(calls, store)
    // Where the database that this is a copy of is still served and wrote meanwhile, that is read as well.
    if (told === 'forked' && attempt < maxAttempts) continue
    if (told === 'forked')
      throw new Error('The database that this one is a copy of is still being served. Stop its processes, and run this again.')
    return {
      restoreEpoch: begun.restore_epoch,
      ids: { before: first.last_id, after },
      ledger: { before: first.number, after: begun.number, entriesRead: found.known.length, isStored: told === 'stored' },
      ...counts,
      lost: found.gaps,
    }
  }
}
