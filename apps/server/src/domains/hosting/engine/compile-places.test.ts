import { describe, expect, it } from 'vitest'
import { createCompilePlaces } from './compile-places.ts'

const [hostile, other] = [1, 2]

describe('places for compiling', () => {
  it('are never all held by one tenant where there is more than one', async () => {
    const { buildPlaces, checkPlaces } = createCompilePlaces(2)
    for (const places of [buildPlaces, checkPlaces]) {
      await places.enter(hostile)

      expect(places.tryEnter(hostile)).toBeUndefined()
      expect(places.tryEnter(other)).toBeTypeOf('function')
    }
  })

  it('go to one tenant but for one, whatever their number', () => {
    const { buildPlaces } = createCompilePlaces(4)
    const held = Array.from({ length: 4 }, () => buildPlaces.tryEnter(hostile))

    expect(held.filter(Boolean)).toHaveLength(3)
    expect(createCompilePlaces(1).buildPlaces.tryEnter(hostile)).toBeTypeOf('function')
  })

  it('for checks are there while builds hold all of theirs, and the other way round', () => {
    const [one, two] = [createCompilePlaces(1), createCompilePlaces(1)]
    one.buildPlaces.tryEnter(hostile)
    two.checkPlaces.tryEnter(hostile)

    expect(one.checkPlaces.tryEnter(other)).toBeTypeOf('function')
    expect(two.buildPlaces.tryEnter(other)).toBeTypeOf('function')
  })
})
