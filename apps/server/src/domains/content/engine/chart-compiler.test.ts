import { afterEach, describe, expect, it, vi } from 'vitest'
import { type ComputeProcess, createComputeProcess } from '#adapters/compute'
import { chartWorkerProgram, createChartCompiler } from '#engine/content'
import { useComputeProgram } from '#test'

// Never answers what says `spin`, and hoards for what says `hoard`; anything else is drawn.
const program = useComputeProgram(`
  const { spec } = message
  if (spec === 'spin') for (;;);
  if (spec === 'hoard') for (;;) kept.push(Array.from({ length: 10000 }, () => ({ at: Math.random() })))
  return { value: { vega: { spec }, usesGeo: false } }
`)

let compute: ComputeProcess
const tenantId = 1

afterEach(() => compute.close())

describe('the compiler of charts', () => {
  it('compiles what is allowed and says why something is not, in the order they came', async () => {
    compute = createComputeProcess(chartWorkerProgram, { memoryMb: 256 })
    const compiler = createChartCompiler(compute, 60_000)

    const compiled = await compiler.compile(tenantId, [{ mark: 'bar' }, { mark: 'image' }, '{"mark":"line","encoding":{}}'])

    expect(compiled).toMatchObject([{ vega: {}, usesGeo: false }, { problem: { at: '/mark' } }, { vega: {} }])
    expect(compiler.version).toContain('vega-lite')
  })

  it('compiles what several ask for at once only once', async () => {
    compute = createComputeProcess(program(), { memoryMb: 40 })
    const call = vi.spyOn(compute, 'call')
    const compiler = createChartCompiler(compute)

    const asked = await Promise.all([1, 2, 3].map(() => compiler.compile(tenantId, ['good'])))

    expect(asked).toEqual(asked.map(() => [{ vega: { spec: 'good' }, usesGeo: false }]))
    // The first call loads the compiler.
    expect(call).toHaveBeenCalledTimes(2)
  })

  it('does not try one again at once that went over a limit, of the same tenant', async () => {
    compute = createComputeProcess(program(), { memoryMb: 40 })
    const call = vi.spyOn(compute, 'call')
    const compiler = createChartCompiler(compute, 300)

    const [first] = await compiler.compile(tenantId, ['spin'])
    expect(first).toMatchObject({ isOverLimit: true })
    const calls = call.mock.calls.length
    expect(await compiler.compile(tenantId, ['spin', 'spin'])).toEqual([first, first])
    expect(call).toHaveBeenCalledTimes(calls)
    await compiler.compile(tenantId + 1, ['spin'])
    expect(call.mock.calls.length).toBeGreaterThan(calls)
  })

  it('refuses one that takes too long or too much, and goes on with the next', async () => {
    compute = createComputeProcess(program(), { memoryMb: 40 })
    const compiler = createChartCompiler(compute, 3000)

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
