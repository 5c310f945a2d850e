import { describe, expect, it } from 'vitest'
import { highestOf } from './rendezvous.ts'

const nodes = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `node-${index}` }))
const things = Array.from({ length: 2000 }, (_, index) => `1 ${index}`)
const placesAmong = (candidates: { id: string }[]) => new Map(things.map((thing) => [thing, highestOf(candidates, thing)?.id]))

describe('rendezvous hashing', () => {
  it('picks the same for everybody who knows the same candidates, in any order', () => {
    const listed = nodes(7)

    expect(placesAmong(listed.toReversed())).toEqual(placesAmong(listed))
  })

  it('moves only what the lost one held', () => {
    const before = placesAmong(nodes(50))
    const after = placesAmong(nodes(50).filter(({ id }) => id !== 'node-42'))

    const moved = things.filter((thing) => before.get(thing) !== after.get(thing))

    expect(moved.length).toBeGreaterThan(0)
    expect(moved.every((thing) => before.get(thing) === 'node-42')).toBe(true)
    expect(moved).toEqual(things.filter((thing) => before.get(thing) === 'node-42'))
  })

  it('moves things only to the one that joins', () => {
    const before = placesAmong(nodes(10))
    const after = placesAmong(nodes(11))

    const moved = things.filter((thing) => before.get(thing) !== after.get(thing))

    expect(new Set(moved.map((thing) => after.get(thing)))).toEqual(new Set(['node-10']))
  })

  it('gives each about the same share', () => {
    const places = placesAmong(nodes(4))
    const shares = nodes(4).map(({ id }) => things.filter((thing) => places.get(thing) === id).length)

    expect(Math.max(...shares) / Math.min(...shares)).toBeLessThan(1.3)
  })

  it('finds none where there is none', () => {
    expect(highestOf([], '1 1')).toBeNull()
  })
})
