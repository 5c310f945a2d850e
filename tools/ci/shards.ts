/** `2/3` as the second of three. */
export const readShard = (text: string): { index: number; count: number } => {
  const [, index = 0, count = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number)
  if (index < 1 || index > count) throw new Error(`"${text}" is not a shard: --shard 2/3 is the second of three.`)
  return { index, count }
}

/** The part of one shard: the longest is given out first, each to the shard that has least, so that all end at about the same time. */
export const shardOf = <T extends { seconds: number }>(all: T[], { index, count }: { index: number; count: number }): T[] => {
  const shards = Array.from({ length: count }, () => ({ seconds: 0, own: [] as T[] }))
  for (const one of all.toSorted((left, right) => right.seconds - left.seconds)) {
    const least = shards.reduce((found, shard) => (shard.seconds < found.seconds ? shard : found))
    least.seconds += one.seconds
    least.own.push(one)
  }
  return shards[index - 1]?.own ?? []
}
