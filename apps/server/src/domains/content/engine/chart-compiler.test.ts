import { afterEach, describe, expect, it, vi } from 'vitest'
import { createThread, type Thread } from '#adapters/threads'
import { chartWorkerProgram, createChartCompiler } from '#engine/content'

// Never answers what says `spin`, and hoards for what says `hoard`; anything else is drawn.
const program = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    const kept = []
    parentPort.on('message', ({ spec }) => {
      if (spec === 'spin') for (;;);
      if (spec === 'hoard') for (;;) kept.push(Array.from({ length: 10000 }, () => ({ at: Math.random() })))
      parentPort.postMessage({ value: { vega: { spec }, usesGeo: false } })
    })
  `)}`,
)

let thread: Thread
const tenantId = 1

afterEach(() => thread.close())

describe('the compiler of charts', () => {
  it('compiles what is allowed and says why something is not, in the order they came', async () => {
    thread = createThread(chartWorkerProgram, { memoryMb: 256 })
    const compiler = createChartCompiler(thread, 60_000)

    const compiled = await compiler.compile(tenantId, [{ mark: 'bar' }, { mark: 'image' }, '{"mark":"line","encoding":{}}'])

    expect(compiled).toMatchObject([{ vega: {}, usesGeo: false }, { problem: { at: '/mark' } }, { vega: {} }])
    expect(compiler.version).toContain('vega-lite')
  })

  it('compiles what several ask for at once only once', async () => {
    thread = createThread(program, { memoryMb: 40 })
    const call = vi.spyOn(thread, 'call')
    const compiler = createChartCompiler(thread)

    const asked = await Promise.all([1, 2, 3].map(() => compiler.compile(tenantId, ['good'])))

    expect(asked).toEqual(asked.map(() => [{ vega: { spec: 'good' }, usesGeo: false }]))
    // The first call loads the compiler.
    expect(call).toHaveBeenCalledTimes(2)
  })

  it('does not try one again at once that went over a limit, of the same tenant', async () => {
    thread = createThread(program, { memoryMb: 40 })
    const call = vi.spyOn(thread, 'call')
    const compiler = createChartCompiler(thread, 300)

    const [first] = await compiler.compile(tenantId, ['spin'])
    expect(first).toMatchObject({ isOverLimit: true })
    const calls = call.mock.calls.length
    expect(await compiler.compile(tenantId, ['spin', 'spin'])).toEqual([first, first])
    expect(call).toHaveBeenCalledTimes(calls)
    await compiler.compile(tenantId + 1, ['spin'])
    expect(call.mock.calls.length).toBeGreaterThan(calls)
  })

  it('refuses one that takes too long or too much, and goes on with the next', async () => {
    thread = createThread(program, { memoryMb: 40 })
    const compiler = createChartCompiler(thread, 3000)

    const compiled = await compiler.compile(tenantId, ['spin', 'good', 'hoard', 'good'])

    const good = { vega: { spec: 'good' }, usesGeo: false }
    expect(compiled).toEqual([
      { problem: { at: '', what: expect.stringContaining('limit of time') as string }, isOverLimit: true },
      good,
      { problem: { at: '', what: expect.stringMatching(/limit of (memory|time)/) as string }, isOverLimit: true },
      good,
    ])
  })
})
