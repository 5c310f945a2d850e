import { expect, it, vi } from 'vitest'
import { createShared } from './shared.ts'

it('starts once, and again after a file has faked timers', async () => {
  let starts = 0
  const stopped: number[] = []
  const start = async (): Promise<number> => ++starts
  const stop = async (which: number): Promise<void> => void stopped.push(which)
  const get = createShared(start, stop)
  expect([await get(), await get()]).toEqual([1, 1])

  vi.useFakeTimers()
  vi.useRealTimers()

  expect([await get(), await get(), stopped]).toEqual([2, 2, [1]])
})

it('starts again after a start that failed', async () => {
  let starts = 0
  const start = async (): Promise<number> => {
    starts += 1
    if (starts === 1) throw new Error('busy')
    return starts
  }
  const get = createShared(start, async () => undefined)

  await expect(get()).rejects.toThrow('busy')

  expect(await get()).toBe(2)
})
