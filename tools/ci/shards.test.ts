import { describe, expect, it } from 'vitest'
import { readShard, shardOf } from './shards.ts'

describe('shards', () => {
  it('share the work evenly and leave nothing out', () => {
    const all = [5, 4, 3, 3, 1].map((seconds) => ({ seconds }))
    const shards = [1, 2].map((index) => shardOf(all, { index, count: 2 }).map(({ seconds }) => seconds))

    expect(shards).toEqual([
      [5, 3],
      [4, 3, 1],
    ])
  })

  it('are named as one of several', () => {
    expect(readShard('2/3')).toEqual({ index: 2, count: 3 })
    for (const wrong of ['0/3', '4/3', '2', 'a/b']) expect(() => readShard(wrong)).toThrow(`"${wrong}" is not a shard`)
  })
})
