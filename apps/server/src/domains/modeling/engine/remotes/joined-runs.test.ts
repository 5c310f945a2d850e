import { expect, it } from 'vitest'
import { createJoinedRuns } from './joined-runs.ts'

/** Runs that end when they are told to, in the order they began. */
const givenRuns = () => {
  const begun: PromiseWithResolvers<number>[] = []
  const join = createJoinedRuns<number>()
  const run = (name = 'a') =>
    join(name, () => {
      const ending = Promise.withResolvers<number>()
      begun.push(ending)
      return ending.promise
    })
  return { begun, run }
}

it('goes one at a time for a name; those who come meanwhile share the one after it', async () => {
  const { begun, run } = givenRuns()
  const first = run()
  const later = [run(), run(), run()]

  expect(begun).toHaveLength(1)
  begun[0]?.resolve(1)
  expect(await first).toBe(1)
  await expect.poll(() => begun.length).toBe(2)
  const last = run()
  begun[1]?.resolve(2)
  expect(await Promise.all(later)).toEqual([2, 2, 2])
  await expect.poll(() => begun.length).toBe(3)
  begun[2]?.resolve(3)
  expect(await last).toBe(3)
})

it('goes on after one that failed, and keeps names apart', async () => {
  const { begun, run } = givenRuns()
  const failing = run()
  const next = run()
  const other = run('b')

  expect(begun).toHaveLength(2)
  begun[0]?.reject(new Error('no'))
  await expect(failing).rejects.toThrow('no')
  await expect.poll(() => begun.length).toBe(3)
  begun[1]?.resolve(5)
  begun[2]?.resolve(6)
  expect([await other, await next]).toEqual([5, 6])
  const fresh = run()
  expect(begun).toHaveLength(4)
  begun[3]?.resolve(7)
  expect(await fresh).toBe(7)
})
