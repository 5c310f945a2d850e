import { expect, it } from 'vitest'
import { delayAfter, leaseSeconds, renewLeaseMs } from './push-rules.ts'

it('waits longer after each failure, an hour at most, and gives up after about a day', () => {
  const delays: number[] = []
  for (let attempts = 1; ; attempts++) {
    const delay = delayAfter(attempts)
    if (delay === null) break
    delays.push(delay)
  }

  expect(delays.slice(0, 4)).toEqual([15, 30, 60, 120])
  expect(Math.max(...delays)).toBe(3600)
  const hours = delays.reduce((sum, delay) => sum + delay, 0) / 3600
  expect(hours).toBeGreaterThan(18)
  expect(hours).toBeLessThan(30)
})

it('waits as after the first failure where none was counted', () => {
  expect(delayAfter(0)).toBe(15)
})

it('leaves a push to the node that makes it: one renewal may be missed', () => {
  expect(2 * renewLeaseMs).toBeLessThan(leaseSeconds * 1000)
})
