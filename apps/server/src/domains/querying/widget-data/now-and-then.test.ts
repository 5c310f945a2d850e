import { expect, it } from 'vitest'
import { nowAndThen } from './now-and-then.ts'

it('does something once for all that come at once, and again when it is long ago or failed', async () => {
  let [now, done, isGone, tookMs] = [0, 0, false, 0]
  const look = nowAndThen(
    1000,
    async () => {
      done++
      now += tookMs
      if (isGone) throw new Error('gone')
    },
    () => now,
  )

  await look()
  expect(done).toBe(0)
  now = 1000
  await Promise.all([look(), look()])
  expect(done).toBe(1)
  now = 1999
  await look()
  expect(done).toBe(1)
  now = 2000
  isGone = true
  await expect(look()).rejects.toThrow('gone')
  await expect(look()).rejects.toThrow('gone')
  expect(done).toBe(3)
  isGone = false
  tookMs = 600
  await look()
  now += 400
  await look()
  expect(done).toBe(5)
})
