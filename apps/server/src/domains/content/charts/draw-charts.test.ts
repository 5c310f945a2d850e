import type { CompiledChart } from '@facet/chart-spec'
import { describe, expect, it, vi } from 'vitest'
import type { ChangingContext } from '#context'
import { Failure } from '#kernel/failure'
import type { KeptChart } from './chart-queries.ts'
import { drawCharts } from './draw-charts.ts'

const version = { tenantId: 1, versionId: 2 }
const reports = [3, 4].map((reportId) => ({ reportId, meta: { kind: 'vega', spec: { reportId } } }))
const drawn: CompiledChart = { vega: { marks: [] }, usesGeo: false }

/** A version of which these are kept, and a database that takes nothing. */
const contextOf = (kept: KeptChart[], compile: () => Promise<CompiledChart[]>) => {
  const warn = vi.fn<() => void>()
  const step = (work: (db: unknown) => Promise<unknown>) => work(null)
  const context = { read: async () => kept, step, log: { warn }, charts: { version: 'test', compile }, caller: { tenantId: 1 } }
  return { warn, context: context as unknown as ChangingContext }
}

describe('the charts of a version', () => {
  it('are those that are kept where all are, and nothing is compiled', async () => {
    const kept = reports.map(({ reportId }) => ({ reportId, vega: {}, usesGeo: false }))
    const { context } = contextOf(kept, () => Promise.reject(new Error('It was compiled.')))

    expect(await drawCharts(context, version, [...reports, { reportId: 5, meta: { kind: 'table' } }])).toEqual(kept)
  })

  it('are shown where they could not be kept', async () => {
    const { context, warn } = contextOf([], async () => [drawn])

    expect(await drawCharts(context, version, reports)).toMatchObject([
      { reportId: 3, vega: {} },
      { reportId: 4, vega: {} },
    ])
    expect(warn).toHaveBeenCalledOnce()
  })

  it('are refused and not kept where one went over a limit', async () => {
    const { context, warn } = contextOf([], async () => [{ problem: { at: '', what: 'went over the limit' }, isOverLimit: true }])

    expect(await drawCharts(context, version, reports)).toMatchObject([
      { problem: expect.stringContaining('over the limit') as string },
      {},
    ])
    // To keep one would have failed here.
    expect(warn).not.toHaveBeenCalled()
  })

  it('are refused for now where there is no turn to compile them, and the frame is answered', async () => {
    const { context, warn } = contextOf([], () => Promise.reject(new Failure('service_unavailable', 'No turn.')))

    expect(await drawCharts(context, version, reports)).toMatchObject([
      { problem: expect.stringContaining('again in a moment') as string },
      {},
    ])
    expect(warn).not.toHaveBeenCalled()
  })

  it('fail where the process does', async () => {
    const { context } = contextOf([], () => Promise.reject(new Error('The process ended without an answer.')))

    await expect(drawCharts(context, version, reports)).rejects.toThrow('without an answer')
  })
})
