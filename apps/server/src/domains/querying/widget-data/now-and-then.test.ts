import { expect, it } from 'vitest'
import { nowAndThen } from './now-and-then.ts'

it('does something once for all that come at once, and again when it is long ago or failed', async () => {
  let [now, done] = [0, 0]
  let failure: Error | undefined
  const look = nowAndThen(
    1000,
    async () => {
      done++
      if (failure) throw failure
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
  failure = new Error('gone')
  await expect(look()).rejects.toThrow('gone')
  await expect(look()).rejects.toThrow('gone')
  expect(done).toBe(3)
})
