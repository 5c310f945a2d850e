import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { holdLease } from './lease.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pace = { leaseMs: 60_000, renewMs: 15_000 }

it('is lost a little before others may claim, when it cannot be renewed', async () => {
  const told: unknown[] = []
  const { lost } = holdLease({ ...pace, renew: () => Promise.reject(new Error('away')), onProblem: (error) => void told.push(error) })

  await vi.advanceTimersByTimeAsync(53_999)
  expect([lost.aborted, told.length]).toEqual([false, 3])
  await vi.advanceTimersByTimeAsync(1)
  expect(lost.aborted).toBe(true)
})

it('lasts from when its renewal was asked for, not from when it was answered', async () => {
  let asked = 0
  const renew = () => new Promise<boolean>((resolve) => void (asked++ === 0 && setTimeout(() => resolve(true), 20_000)))
  const { lost } = holdLease({ ...pace, renew, onProblem: () => undefined })

  await vi.advanceTimersByTimeAsync(15_000 + 53_999)
  expect(lost.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(lost.aborted).toBe(true)
})
