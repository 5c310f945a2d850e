import type { LeaseHolder } from './types.ts'

/** The caller whose open requests cost most together. */
export const findHeaviestHolder = (holders: Iterable<LeaseHolder>): LeaseHolder | undefined => {
  const costs = new Map<string, number>()
  for (const { key, cost } of holders) costs.set(key, (costs.get(key) ?? 0) + cost)
  let heaviest: LeaseHolder | undefined
  for (const [key, cost] of costs) if (!heaviest || cost > heaviest.cost) heaviest = { key, cost }
  return heaviest
}
