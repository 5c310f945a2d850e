import { expect, it } from 'vitest'
import { patiently } from './patiently.ts'

const failing = (times: number, message: string) => {
  let tried = 0
  return {
    attempt: async () => {
      tried++
      if (tried <= times) throw new Error(message)
      return 'up'
    },
    tried: () => tried,
  }
}
const late = 'FACET_DATABASE_URL: PostgreSQL does not answer at 127.0.0.1:5432: timeout expired.'

it('tries again what was answered too late, a few times', async () => {
  const [once, always] = [failing(1, late), failing(9, late)]

  expect(await patiently(once.attempt)).toBe('up')
  await expect(patiently(always.attempt)).rejects.toThrow(late)
  expect([once.tried(), always.tried()]).toEqual([2, 3])
})

it('says at once what no patience mends', async () => {
  const wrong = failing(9, 'FACET_POOL_SIZE: "many" is not a whole number')

  await expect(patiently(wrong.attempt)).rejects.toThrow('"many"')
  expect(wrong.tried()).toBe(1)
})
