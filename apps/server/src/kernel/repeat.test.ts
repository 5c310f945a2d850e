import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { repeat } from './repeat.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const ignore = (): undefined => undefined

describe('repeating work', () => {
  it('begins each turn so long after the last one ended', async () => {
    let turns = 0
    let endTurn = ignore as () => void
    const work = () =>
      new Promise<void>((resolve) => {
        turns++
        endTurn = resolve
      })
    repeat(100, work, ignore)
    await vi.advanceTimersByTimeAsync(99)
    expect(turns).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(turns).toBe(1)

    await vi.advanceTimersByTimeAsync(1000)
    expect(turns).toBe(1)
    endTurn()
    await vi.advanceTimersByTimeAsync(99)
    expect(turns).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(turns).toBe(2)
  })

  it('tells what failed and goes on', async () => {
    const told: unknown[] = []
    let turns = 0
    repeat(
      100,
      async () => {
        turns++
        throw new Error(`turn ${turns}`)
      },
      (error) => void told.push(error),
    )

    await vi.advanceTimersByTimeAsync(200)

    expect(told).toEqual([new Error('turn 1'), new Error('turn 2')])
  })

  it('stops after the turn under way, which hears of it and is not told about', async () => {
    const told: unknown[] = []
    let isEnded = false
    const work = (signal: AbortSignal) =>
      new Promise<void>((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          isEnded = true
          reject(new Error('aborted'))
        })
      })
    const repetition = repeat(100, work, (error) => void told.push(error))
    await vi.advanceTimersByTimeAsync(100)

    await repetition.stop()

    expect(isEnded).toBe(true)
    await vi.advanceTimersByTimeAsync(1000)
    expect(told).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('does nothing when it is stopped before the first turn', async () => {
    let turns = 0
    const repetition = repeat(100, async () => void turns++, ignore)

    await repetition.stop()
    await vi.advanceTimersByTimeAsync(1000)

    expect(turns).toBe(0)
  })
})
