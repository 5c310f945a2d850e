import { contentLimits } from '@facet/contract'

const maxInBatch = 50

/** In the same order, as many at a time as a page has room for. */
export function* batchesOf<T>(all: readonly T[], bytesOf: (one: T) => number): Generator<T[]> {
  let batch: T[] = []
  let bytes = 0
  for (const one of all) {
    const size = bytesOf(one)
    if (batch.length > 0 && (batch.length >= maxInBatch || bytes + size > contentLimits.pageBytes)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(one)
    bytes += size
  }
  if (batch.length > 0) yield batch
}
