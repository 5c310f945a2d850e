import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useComputeProgram } from '#test'
import { type ComputeProcess, createComputeProcess } from './compute-process.ts'

// Answers with what it is told to do, for as long or as much as that takes.
const program = useComputeProgram(`
  const { say, spin, hoard, heap, deep, fail, exit, bytes, tellPid } = message
  count++
  if (spin) for (;;);
  if (hoard) for (;;) kept.push(Array.from({ length: 10000 }, () => ({ at: Math.random() })))
  if (heap) for (;;) kept.push(new Array(heap).fill({}))
  if (deep) { const dig = (at) => (at === 0 ? 0 : 1 + dig(at - 1)); return { value: dig(deep) } }
  if (tellPid) return { value: process.pid }
  if (exit) process.exit(3)
  if (fail) return { problem: fail }
  return { value: bytes ?? { say, count, env: Object.keys(process.env) } }
`)

let compute: ComputeProcess
const open = (): ComputeProcess => (compute = createComputeProcess(program(), { memoryMb: 40 }))
const call = (message: object, timeoutMs = 30_000): Promise<unknown> => compute.call({ message, timeoutMs })

afterEach(() => compute.close())

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('a compute process', () => {
  it('answers one call after another, and knows nothing of the environment', async () => {
    open()

    expect(await call({ say: 'one' })).toEqual({ say: 'one', count: 1, env: ['PATH'] })
    expect(await call({ say: 'two' })).toMatchObject({ say: 'two', count: 2 })
    await expect(call({ fail: 'no' })).rejects.toThrow('no')
  })

  it('that takes too long is ended and replaced, and keeps nobody else from working', async () => {
    open()
    const startedMs = performance.now()
    let isAnswering = false
    const spinning = call({ spin: true }, 300)
    setImmediate(() => (isAnswering = true))

    await expect(spinning).rejects.toMatchObject({ name: 'ComputeLimitExceeded', limit: 'time' })
    expect(isAnswering).toBe(true)
    expect(performance.now() - startedMs).toBeLessThan(20_000)
    expect(await call({ say: 'again' })).toMatchObject({ say: 'again', count: 1 })
  })

  it.each([
    ['little by little', { hoard: true }],
    ['much at once', { heap: 100_000_000 }],
  ])('that takes too much, %s, is ended and replaced', async (_how, message) => {
    open()

    await expect(call(message)).rejects.toMatchObject({ limit: 'memory' })
    expect(await call({ say: 'again' })).toMatchObject({ count: 1 })
  })

  it('has room for calls within calls', async () => {
    open()

    expect(await call({ deep: 20_000 })).toBe(20_000)
  })

  it('gives back the bytes it was given', async () => {
    open()
    const bytes = Uint8Array.from({ length: 300_000 }, (_, at) => at % 251)

    expect(await call({ bytes })).toEqual(bytes)
  })

  it('ends with the process that started it, even while it works', async () => {
    open()
    const owner = spawn(process.execPath, [fileURLToPath(new URL('compute-process.owner.ts', import.meta.url)), fileURLToPath(program())])
    const [said] = (await once(owner.stdout, 'data')) as [Buffer]
    const pid = Number(said.toString())
    expect(isAlive(pid)).toBe(true)

    owner.kill('SIGKILL')

    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 30_000 })
  })

  it('that cannot be started says why', async () => {
    compute = createComputeProcess(new URL('file:///nowhere/program.mjs'), { memoryMb: 40 })

    await expect(call({})).rejects.toMatchObject({
      message: 'The process ended without an answer.',
      cause: { message: expect.stringContaining('Cannot find module') as string },
    })
  })

  it('that ends by itself fails its call, and the next one has another', async () => {
    open()

    await expect(call({ exit: true })).rejects.toThrow('ended without an answer')
    expect(await call({})).toMatchObject({ count: 1 })
  })

  it('answers nothing once it is closed', async () => {
    open()
    const [waiting] = await Promise.allSettled([call({ spin: true }), compute.close()])

    expect(waiting).toMatchObject({ reason: { message: 'The process is closed.' } })
    await expect(call({})).rejects.toThrow('closed')
  })
})
