import { describe, expect, it } from 'vitest'
import { createNameWindow, type Listed } from './name-window.ts'

/** The same in no order each time. */
const shuffled = (count: number): Listed[] =>
  Array.from({ length: count }, (_, id) => ({ id, name: `reports/${String((id * 7919) % count).padStart(6, '0')}.json` }))

const windowsOf = (all: readonly Listed[], max: number) => {
  const windows: (readonly Listed[])[] = []
  let maxHeld = 0
  for (let hasMore = true; hasMore; ) {
    const window = createNameWindow(windows.at(-1)?.at(-1)?.name ?? '', max)
    for (const one of all) {
      window.add(one)
      maxHeld = Math.max(maxHeld, window.count())
    }
    const closed = window.close()
    windows.push(closed.listed)
    ;({ hasMore } = closed)
  }
  return { windows, maxHeld }
}

describe('names of files in windows', () => {
  it.each([1, 7, 100, 999, 1000, 1001])('give all of them once and in order, %i at a time, and hold twice as many at most', (max) => {
    const all = shuffled(1000)

    const { windows, maxHeld } = windowsOf(all, max)

    expect(windows.flat()).toEqual(all.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    for (const window of windows) expect(window.length).toBeLessThanOrEqual(max)
    expect(windows).toHaveLength(Math.ceil(1000 / max))
    expect(maxHeld).toBeLessThanOrEqual(2 * max)
  })

  it('are none where there are none', () => {
    expect(createNameWindow('').close()).toEqual({ listed: [], hasMore: false })
  })
})
