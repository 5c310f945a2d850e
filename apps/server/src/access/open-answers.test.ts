import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createOpenAnswers, type OpenAnswer } from './open-answers.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const given = () => {
  let isTrusted = true
  let epoch = 1
  let drop: (tenantId: number | null) => void = () => undefined
  const open = createOpenAnswers({
    isTrusted: () => isTrusted,
    epoch: () => epoch,
    onDrop: (listener) => {
      drop = listener
    },
  })
  const add = (more: Partial<OpenAnswer>) => {
    const cut = vi.fn<OpenAnswer['cut']>()
    const confirm = vi.fn<() => unknown>()
    const answer: OpenAnswer = { tenantId: 1, epoch: 1, endsAtMs: null, confirm, cut, ...more }
    return { remove: open.add(answer), cut, confirm }
  }
  return {
    open,
    add,
    drop: async (tenantId: number | null) => {
      drop(tenantId)
      epoch += 1
      await vi.advanceTimersByTimeAsync(10)
    },
    distrust: () => {
      isTrusted = false
    },
  }
}
const ended = (): never => {
  throw new Error('ended')
}

describe('answers under way', () => {
  it('are asked for again when something of their tenant ended, and cut if it was theirs', async () => {
    const { add, drop, open } = given()
    const [other, kept, lost] = [add({ tenantId: 2 }), add({}), add({ confirm: ended })]

    await drop(1)

    expect([other.confirm, kept.confirm].map(({ mock }) => mock.calls.length)).toEqual([0, 1])
    expect([other.cut, kept.cut, lost.cut].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 1])
    await drop(null)
    expect(other.confirm).toHaveBeenCalledOnce()
    open.stop()
  })

  it('are asked for at once when something ended while their caller was looked up', async () => {
    const { add, drop, open } = given()
    await drop(1)

    const [before, after] = [add({ confirm: ended }), add({ epoch: 2, confirm: ended })]
    await vi.advanceTimersByTimeAsync(1)

    expect([before.cut, after.cut].map(({ mock }) => mock.calls.length)).toEqual([1, 0])
    open.stop()
  })

  it('are all confirmed every second while revocations are not followed, and cut when that fails', async () => {
    const { add, distrust, open } = given()
    const [kept, lost] = [add({}), add({ confirm: () => Promise.reject(new Error('the database is away')) })]
    await vi.advanceTimersByTimeAsync(3000)
    expect([kept.confirm, lost.cut].map(({ mock }) => mock.calls.length)).toEqual([0, 0])

    distrust()
    await vi.advanceTimersByTimeAsync(1000)

    expect([kept.confirm, lost.cut].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
    expect(kept.cut).not.toHaveBeenCalled()
    open.stop()
  })

  it('are asked for again when their time is over, and not once they have ended', async () => {
    const { add, open } = given()
    const over = add({ endsAtMs: performance.now() - 1, confirm: ended })
    const left = add({ endsAtMs: performance.now() - 1, confirm: ended })
    left.remove()

    await vi.advanceTimersByTimeAsync(1000)

    expect([over.cut, left.cut].map(({ mock }) => mock.calls.length)).toEqual([1, 0])
    expect(open.count()).toBe(1)
    open.stop()
  })

  it('are each found in whatever order the others end, and end once', async () => {
    const { add, open, drop } = given()
    const all = Array.from({ length: 5 }, () => add({ confirm: ended }))
    for (const at of [0, 4, 0, 2]) all[at]?.remove()
    expect(open.count()).toBe(2)

    await drop(1)

    expect(all.map(({ cut }) => cut.mock.calls.length)).toEqual([0, 1, 0, 1, 0])
    for (const { remove } of all) remove()
    expect(open.count()).toBe(0)
    open.stop()
  })
})
