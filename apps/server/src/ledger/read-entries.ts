import { ObjectMissing } from '#adapters/object-store'
import { type Ending, type EndingKind, endingKinds, type LedgerEntry } from './entry.ts'
import { EntryUnreadable } from './entry-unreadable.ts'
import type { LedgerRow } from './ledger-queries.ts'
import type { LedgerStore } from './ledger-store.ts'
import { hasOwn, otherInstallation, otherStore } from './freshness.ts'

export type ReadEntries = {
  /** What was ended, in its order. */
  endings: Ending[]
  /** The newest number in the store, or that of the database when there is none behind it. */
  newest: number
  ids: number
  restoreEpoch: number
  known: { number: number; isMarker: boolean; at: string }[]
  /** Why something that was ended may not be among it; nothing when all is. */
  gaps: string[]
}

const readAtOnce = 32

const isKnown = (kind: string): kind is EndingKind => endingKinds.some((known) => known === kind)

/**
 * Where reading begins: behind the last entry known to be stored. Between that and the last number given there may be entries that
 * were stored a moment after the copy was taken.
 */
const readFrom = (mine: LedgerRow): number => mine.unread_after ?? Math.min(mine.stored_number, mine.number)

/** A marker may go between being listed and being read; were it an ending, the next entry would miss it. */
const find = async (store: LedgerStore, number: number): Promise<LedgerEntry | EntryUnreadable | null> => {
  try {
    return await store.get(number)
  } catch (error) {
    if (error instanceof EntryUnreadable) return error
    if (error instanceof ObjectMissing) return null
    throw error
  }
}

async function* entriesAfter(
  store: LedgerStore,
  from: number,
): AsyncGenerator<{ number: number; found: LedgerEntry | EntryUnreadable | null }> {
  let numbers: number[] = []
  const readThem = () => Promise.all(numbers.map(async (number) => ({ number, found: await find(store, number) })))
  for await (const number of store.numbersAfter(from)) {
    numbers.push(number)
    if (numbers.length < readAtOnce) continue
    yield* await readThem()
    numbers = []
  }
  yield* await readThem()
}

/** Each entry names the one before it that was more than a marker, so one that is gone is missed. */
const gapsBefore = ({ number, previous, endings }: LedgerEntry, last: number | null): string[] => {
  const strange = endings.filter(([, kind]) => !isKnown(kind))
  return [
    ...(previous !== null && last !== null && previous > last
      ? [`Entry ${number} of the ledger follows entry ${previous}, which is not in the object store.`]
      : []),
    ...strange.map(([, kind]) => `Entry ${number} of the ledger says "${kind}", which this build does not know: use the newest one.`),
  ]
}

/** Everything that the store knows and this database does not. Throws when the store does not answer, or is another installation's. */
export const readEntries = async (store: LedgerStore, mine: LedgerRow): Promise<ReadEntries> => {
  const from = readFrom(mine)
  const read: ReadEntries = { endings: [], newest: mine.number, ids: 0, restoreEpoch: 0, known: [], gaps: [] }
  let last = mine.ending_number === null ? null : Math.min(mine.ending_number, from)
  for await (const { number, found } of entriesAfter(store, from)) {
    read.newest = Math.max(read.newest, number)
    if (found instanceof EntryUnreadable) read.gaps.push(found.message)
    if (!found || found instanceof EntryUnreadable) continue
    if (found.installation !== mine.installation_id) throw new Error(otherInstallation(mine, found))
    read.gaps.push(...gapsBefore(found, last))
    if (!found.isMarker) last = number
    for (const ending of found.endings) if (isKnown(ending[1])) read.endings.push(ending)
    read.ids = Math.max(read.ids, found.ids)
    read.restoreEpoch = Math.max(read.restoreEpoch, found.restoreEpoch)
    read.known.push({ number, isMarker: found.isMarker, at: found.at })
  }
  if (read.known.length === 0 && !(await hasOwn(store, mine))) read.gaps.push(otherStore(mine))
  return read
}
