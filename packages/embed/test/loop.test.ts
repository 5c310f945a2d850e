import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createExpiry } from '../src/expiry.ts'
import { createLoop } from '../src/loop.ts'
import { loopOf } from '../src/loops.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** As much of a document as a loop knows. */
const fakeDocument = (): Document & { defaultView: EventTarget } =>
  Object.assign(new EventTarget(), { defaultView: new EventTarget(), visibilityState: 'visible' }) as never

const askAs = (loop: ReturnType<typeof createLoop>, call: () => Promise<string>, signal = new AbortController().signal) =>
  loop.ask({ call, isStart: false, signal, onFailure: () => undefined })

describe('the loop of a callback', () => {
  it('asks for one embed at a time while it fails, later each time, and for all once it works', async () => {
    const loop = createLoop(fakeDocument())
    let calls = 0
    const call = async (): Promise<string> => {
      calls++
      if (calls < 4) throw new Error('away')
      return `session-${calls}`
    }
    const sessions = Promise.all([askAs(loop, call), askAs(loop, call), askAs(loop, call)])

    await vi.advanceTimersByTimeAsync(1000)
    expect(calls).toBeLessThanOrEqual(2)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await sessions).toEqual(['session-4', 'session-5', 'session-6'])
  })

  it('tries at once when the network is back', async () => {
    const document = fakeDocument()
    const loop = createLoop(document)
    const woken = vi.fn<() => void>()
    const leave = loop.join(woken)
    const call = vi.fn<() => Promise<string>>(async () => 'session').mockRejectedValueOnce(new Error('away'))
    const session = askAs(loop, call)
    await vi.advanceTimersByTimeAsync(1)
    document.defaultView.dispatchEvent(new Event('online'))

    expect(await session).toBe('session')
    expect(woken).toHaveBeenCalledOnce()
    leave()
    document.defaultView.dispatchEvent(new Event('online'))
    expect(woken).toHaveBeenCalledOnce()
  })

  it('gives up on a callback that does not answer, and ends with its signal alone', async () => {
    const loop = createLoop(fakeDocument())
    const stop = new AbortController()
    const call = vi.fn<() => Promise<string>>(() => new Promise<string>(() => undefined))
    const session = askAs(loop, call, stop.signal)
    session.catch(() => undefined)
    await vi.advanceTimersByTimeAsync(95_000)
    stop.abort(new Error('destroyed'))

    await expect(session).rejects.toThrow('destroyed')
    expect(call.mock.calls.length).toBeGreaterThan(1)
  })

  it('is one for a callback in a document', () => {
    const [one, other, callback] = [fakeDocument(), fakeDocument(), () => undefined]

    expect(loopOf(one, callback)).toBe(loopOf(one, callback))
    expect(loopOf(one, callback)).not.toBe(loopOf(other, callback))
    expect(loopOf(one, callback)).not.toBe(loopOf(one, () => undefined))
  })
})

it('counts the life of a token from when it came, whatever the time of day', async () => {
  const said: string[] = []
  const expiry = createExpiry(
    (seconds) => said.push(`due, ${seconds} s left`),
    () => said.push('ended'),
  )
  expiry.begin(86_400)
  vi.setSystemTime(0)
  await vi.advanceTimersByTimeAsync(86_099_000)
  expect(said).toEqual([])
  await vi.advanceTimersByTimeAsync(1000)
  expect(said).toEqual(['due, 300 s left'])
  await vi.advanceTimersByTimeAsync(300_000)
  expect(said).toEqual(['due, 300 s left', 'ended'])
})
