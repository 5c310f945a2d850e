import { expect, it } from 'vitest'
import { maxAttempts, retrySeconds } from './retry-rules.ts'

it('waits twice as long each time up to an hour, and about nine hours in all', () => {
  const waits = Array.from({ length: maxAttempts }, (_, index) => retrySeconds(index + 1))

  expect([waits[0], waits[10], waits[11], waits[18], waits[19]]).toEqual([2, 2048, 3600, 3600, null])
  expect(waits.reduce<number>((sum, wait) => sum + (wait ?? 0), 0) / 3600).toBeCloseTo(9.1, 1)
})
