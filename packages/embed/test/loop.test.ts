import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createExpiry } from '../src/expiry.ts'
import { createLoop } from '../src/loop.ts'
import { loopOf } from '../src/loops.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** As much of a document as a loop knows. */
const fakeDocument = (): Document & { defaultView: EventTarget } =>
  Object.assign(new EventTarget(), { defaultView: new EventTarget(), hidden: false }) as never

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
    const leaveFirst = loop.join(() => undefined)
    const leave = loop.join(woken)
    leaveFirst()
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

  it('goes on for the others where one ends before its turn', async () => {
    const loop = createLoop(fakeDocument())
    const ended = askAs(loop, async () => 'session', AbortSignal.abort(new Error('destroyed')))
    const other = askAs(loop, async () => 'session')

    await expect(ended).rejects.toThrow('destroyed')
    expect(await other).toBe('session')
  })

  it('leaves no timer and no listener behind an answer', async () => {
    const loop = createLoop(fakeDocument())
    const stop = new AbortController()
    const listened = vi.spyOn(stop.signal, 'removeEventListener')

    expect(await askAs(loop, async () => 'session', stop.signal)).toBe('session')
    expect(vi.getTimerCount()).toBe(0)
    expect(listened).toHaveBeenCalledOnce()
  })

  it('tells its callback when to stop, and takes nothing for a session but a text', async () => {
    const loop = createLoop(fakeDocument())
    const answers: unknown[] = [undefined, 5, '', { sessionId: 'x' }, 'session']
    const errors: string[] = []
    const session = loop.ask({
      call: async () => answers.shift() as string,
      isStart: true,
      signal: new AbortController().signal,
      onFailure: ({ code, message }) => errors.push(`${code}: ${message}`),
    })
    await vi.advanceTimersByTimeAsync(60_000)

    expect(await session).toBe('session')
    const wrong = 'session_callback_failed: session() must resolve to a session id, the text sessionId; it was'
    expect(errors).toEqual([`${wrong} undefined.`, `${wrong} number.`, `${wrong} empty.`, `${wrong} object.`])
    const limits: AbortSignal[] = []
    const stop = new AbortController()
    const asked = loop.ask({
      call: (limit) => {
        limits.push(limit)
        return new Promise(() => undefined)
      },
      isStart: true,
      signal: stop.signal,
      onFailure: () => undefined,
    })
    asked.catch(() => undefined)
    await vi.advanceTimersByTimeAsync(1)
    stop.abort(new Error('destroyed'))
    await expect(asked).rejects.toThrow('destroyed')
    expect(limits.map(({ aborted }) => aborted)).toEqual([true])
  })

  it('waits a minute at most, and not while nobody looks', async () => {
    const document = fakeDocument()
    const loop = createLoop(document)
    loop.join(() => undefined)
    const done = vi.fn<() => void>()
    void loop.pause(30, new AbortController().signal).then(done)
    Object.assign(document, { hidden: true })
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(29_999)
    expect(done).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(30_001)

    expect(done).toHaveBeenCalledOnce()
  })

  it('goes back to the first pause once it has worked', async () => {
    const loop = createLoop(fakeDocument())
    const call = vi.fn<() => Promise<string>>(async () => 'session')
    for (let times = 0; times < 5; times++) call.mockRejectedValueOnce(new Error('away'))
    const first = askAs(loop, call)
    await vi.advanceTimersByTimeAsync(60_000)
    await first
    const asked = call.mock.calls.length
    void askAs(loop, call)
    await vi.advanceTimersByTimeAsync(1)

    expect(call.mock.calls.length).toBe(asked + 1)
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

it('says nothing more of a token once it is stopped', async () => {
  const said = vi.fn<() => void>()
  const expiry = createExpiry(said, said)
  expiry.begin(60)
  expiry.stop()

  expect(vi.getTimerCount()).toBe(0)
  await vi.advanceTimersByTimeAsync(60_000)
  expiry.check()
  expect(said).not.toHaveBeenCalled()
})
