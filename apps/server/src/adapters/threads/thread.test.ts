import { afterEach, describe, expect, it } from 'vitest'
import { createThread, type Thread } from './thread.ts'

// Answers with what it is told to do, for as long or as much as that takes.
const program = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    const kept = []
    let count = 0
    parentPort.on('message', ({ say, spin, hoard, fail, exit }) => {
      count++
      if (spin) for (;;);
      if (hoard) for (;;) kept.push(Array.from({ length: 10000 }, () => ({ at: Math.random() })))
      if (exit) process.exit(3)
      parentPort.postMessage(fail ? { problem: fail } : { value: { say, count, env: Object.keys(process.env).length } })
    })
  `)}`,
)

let thread: Thread
const open = (): Thread => (thread = createThread(program, { memoryMb: 40 }))
const call = (message: object, timeoutMs = 30_000): Promise<unknown> => thread.call({ message, timeoutMs })

afterEach(() => thread.close())

describe('a thread', () => {
  it('answers one call after another, and knows nothing of the environment', async () => {
    open()

    expect(await call({ say: 'one' })).toEqual({ say: 'one', count: 1, env: 0 })
    expect(await call({ say: 'two' })).toMatchObject({ say: 'two', count: 2 })
    await expect(call({ fail: 'no' })).rejects.toThrow('no')
  })

  it('that takes too long is ended and replaced, and keeps nobody else from working', async () => {
    open()
    const startedMs = performance.now()
    let isAnswering = false
    const spinning = call({ spin: true }, 300)
    setImmediate(() => (isAnswering = true))

    await expect(spinning).rejects.toMatchObject({ name: 'ThreadLimitExceeded', limit: 'time' })
    expect(isAnswering).toBe(true)
    expect(performance.now() - startedMs).toBeLessThan(20_000)
    expect(await call({ say: 'again' })).toMatchObject({ say: 'again', count: 1 })
  })

  it('that takes too much is ended and replaced', async () => {
    open()

    await expect(call({ hoard: true })).rejects.toMatchObject({ limit: 'memory' })
    expect(await call({ say: 'again' })).toMatchObject({ count: 1 })
  })

  it('that ends by itself fails its call, and the next one has another', async () => {
    open()

    await expect(call({ exit: true })).rejects.toThrow('ended without an answer')
    expect(await call({})).toMatchObject({ count: 1 })
  })

  it('answers nothing once it is closed', async () => {
    open()
    const [waiting] = await Promise.allSettled([call({ spin: true }), thread.close()])

    expect(waiting).toMatchObject({ reason: { message: 'The thread is closed.' } })
    await expect(call({})).rejects.toThrow('closed')
  })
})
