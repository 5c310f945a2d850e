import { isDeepStrictEqual } from 'node:util'
import type { Contest, Written } from './contend.ts'
import type { Marks } from './targets.ts'

/** What all writes of one item together say, if each showed what was there and its own; otherwise what one of them showed instead. */
const replay = (writes: Written[]): { last: Marks; isWhole: boolean } => {
  const last: Marks = {}
  for (const { sent, shown } of writes.toSorted((a, b) => a.order - b.order)) {
    Object.assign(last, sent)
    if (!isDeepStrictEqual(shown, last)) return { last, isWhole: false }
  }
  return { last, isWhole: true }
}

export type Histories = {
  /** One for each time that the item was made anew. */
  items: number
  /** Items whose writes are no sequence: a field was lost, came back, or was written by a request that was refused. */
  broken: number
  /** What each item says in the end, by its id. */
  last: Map<number, Marks>
}

/**
 * Writes of one item follow one another, and an answer shows the item right behind its own write. So put in order they must begin with
 * nothing, and each must show what the one before showed with its own marks added.
 */
export const historiesOf = ({ written }: Pick<Contest, 'written'>): Histories => {
  const items = [...Map.groupBy(written, ({ itemId }) => itemId)].map(([id, writes]) => ({ id, ...replay(writes) }))
  return {
    items: items.length,
    broken: items.filter(({ isWhole }) => !isWhole).length,
    last: new Map(items.map(({ id, last }) => [id, last])),
  }
}
