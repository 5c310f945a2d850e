import { describe, expect, it } from 'vitest'
import { createByteBudget } from './byte-budget.ts'

const mebibyte = 1_048_576
const open = () =>
  createByteBudget<string>({
    what: 'megabytes of test',
    holder: 'tenant',
    maxBytes: 10 * mebibyte,
    maxBytesPerKey: 6 * mebibyte,
    maxWaiting: 10,
    maxWaitingPerKey: 5,
    maxWaitMs: 60_000,
  })

it('counts in smaller units where it is told to', async () => {
  const budget = createByteBudget<string>({
    ...{ what: 'bytes', holder: 'user', maxWaiting: 1, maxWaitingPerKey: 1, maxWaitMs: 1 },
    ...{ unitBytes: 1000, maxBytes: 4000, maxBytesPerKey: 2000 },
  })
  const held = budget.open('a')
  await held.enter(999)
  expect(budget.heldBytes()).toBe(0)
  await held.enter(1501)
  expect(budget.heldBytes()).toBe(2000)
})

describe('a budget of bytes', () => {
  it('counts by the megabyte, over all that one piece of work takes', () => {
    const budget = open()
    const work = budget.open('a')
    for (let taken = 0; taken < 10; taken++) work.take(mebibyte / 4)

    expect(budget.heldBytes()).toBe(2 * mebibyte)
    work.release()
    work.release()
    expect(budget.heldBytes()).toBe(0)
  })

  it('gives no key all of it, and says so without waiting to who holds some', () => {
    const budget = open()
    budget.open('a').take(6 * mebibyte)

    expect(() => budget.open('a').take(mebibyte)).toThrow('There are no megabytes of test left')
    budget.open('b').take(4 * mebibyte)
    expect(() => budget.open('b').take(mebibyte)).toThrow('no megabytes')
  })

  it('lets who holds nothing yet wait for its turn', async () => {
    const budget = open()
    const first = budget.open('a')
    await first.enter(6 * mebibyte)
    const second = budget.open('a').enter(2 * mebibyte)
    first.release()

    await second
    expect(budget.heldBytes()).toBe(2 * mebibyte)
  })

  it('keeps what is said of what it holds, and lets those in who waited for the rest', async () => {
    const budget = open()
    const first = budget.open('a')
    await first.enter(4 * mebibyte)
    first.take(2 * mebibyte)
    const second = budget.open('a').enter(3 * mebibyte)

    first.keepOnly(7 * mebibyte)
    expect(budget.heldBytes()).toBe(6 * mebibyte)
    first.keepOnly(1.5 * mebibyte)
    await second
    expect(budget.heldBytes()).toBe(4 * mebibyte)
    first.take(0.5 * mebibyte)
    expect(budget.heldBytes()).toBe(5 * mebibyte)
    first.release()
    expect(budget.heldBytes()).toBe(3 * mebibyte)
  })

  it('keeps nothing for one that was over when its turn came', async () => {
    const budget = open()
    const first = budget.open('a')
    await first.enter(6 * mebibyte)
    const leaving = new AbortController()
    const left = budget.open('a')
    const entered = left.enter(2 * mebibyte, leaving.signal)

    first.release()
    left.release()
    leaving.abort(new Error('gone'))

    await expect(entered).rejects.toThrow('gone')
    expect(budget.heldBytes()).toBe(0)
  })

  it('takes one that wants more than a key may have for all that a key may have', async () => {
    const budget = open()
    await budget.open('a').enter(100 * mebibyte)

    expect(budget.heldBytes()).toBe(6 * mebibyte)
  })
})
