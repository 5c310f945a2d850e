/** An item and the name of its file, or of its directory. */
export type Listed = { id: number; name: string }

// While they come in any order, twice as many are held.
const maxNames = 50_000

/** What names take in memory at most: of one with its item, about 120 bytes. */
export const maxNamesBytes = 2 * maxNames * 120

/** The first of all that is added, in the order of the names, behind one name. */
export type NameWindow = {
  add: (listed: Listed) => void
  /** How many are held now. */
  count: () => number
  /** Whether there are more behind these is told once all was added. */
  close: () => { listed: readonly Listed[]; hasMore: boolean }
}

export const createNameWindow = (behind: string, max = maxNames): NameWindow => {
  let held: Listed[] = []
  let end: string | null = null
  const inOrder = (): Listed[] => held.toSorted((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)))
  const cut = (): void => {
    held = inOrder()
    if (held.length <= max) return
    held = held.slice(0, max)
    end = held.at(-1)?.name ?? null
  }
  return {
    add: (listed) => {
      if (listed.name <= behind || (end !== null && listed.name > end)) return
      held.push(listed)
      if (held.length >= 2 * max) cut()
    },
    count: () => held.length,
    close: () => {
      cut()
      return { listed: held, hasMore: end !== null }
    },
  }
}
