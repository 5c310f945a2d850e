import type { CompiledChart } from '@facet/chart-spec'
import { describe, expect, it, vi } from 'vitest'
import type { ChangingContext, ReadingContext } from '#context'
import { Failure } from '#kernel/failure'
import type { KeptChart } from './chart-queries.ts'
import { compileCharts } from './compile-charts.ts'
import { drawCharts } from './draw-charts.ts'

const reportOf = (reportId: number, spec: object | string) => ({ reportId, meta: { kind: 'vega', spec } })
const drawn = (spec: unknown): CompiledChart => ({ vega: { spec }, usesGeo: false })
const busy: CompiledChart = { problem: { at: '', what: 'is for later' }, isOverLimit: true }

/** A process that has turns for so many charts. */
const compilingFor = (turns: number, vegaOf = drawn) => {
  const asked: unknown[] = []
  const charts = {
    version: 'test',
    compile: async (_tenantId: number, specs: readonly unknown[]) => {
      asked.push(...specs)
      if (asked.length > turns) throw new Failure('service_unavailable', 'No turn.')
      return specs.map(vegaOf)
    },
  }
  return { asked, context: { charts, caller: { tenantId: 1 } as ReadingContext['caller'] } }
}

describe('charts that are compiled together', () => {
  it('are compiled once each, whether they are an object or its text', async () => {
    const { asked, context } = compilingFor(10)
    const reports = [reportOf(1, { a: 1 }), reportOf(2, '{"a":1}'), reportOf(3, { a: 2 })]

    const compiled = await compileCharts(context, reports)

    expect(asked).toHaveLength(2)
    expect(reports.map((report) => 'vega' in (compiled.of(report) ?? {}))).toEqual([true, true, true])
    expect(compiled.of({ reportId: 4, meta: { kind: 'table', spec: { a: 1 } } })).toBeUndefined()
    expect(compiled.of(reportOf(5, { changed: true }))).toBeUndefined()
  })

  it('keep what was compiled where there is no turn for the rest, which is not asked for again', async () => {
    const { asked, context } = compilingFor(1)
    const reports = [reportOf(1, { a: 1 }), reportOf(2, { a: 2 }), reportOf(3, { a: 3 })]

    const compiled = await compileCharts(context, reports, () => busy)

    expect(reports.map((report) => compiled.of(report))).toEqual([drawn({ a: 1 }), busy, busy])
    expect(asked).toHaveLength(2)
  })

  it('are none of them where that is not wanted', async () => {
    const { context } = compilingFor(1)

    await expect(compileCharts(context, [reportOf(1, { a: 1 }), reportOf(2, { a: 2 })])).rejects.toMatchObject({
      code: 'service_unavailable',
    })
  })

  it('are refused from the one on that makes them too large together', async () => {
    const text = 'x'.repeat(3_000_000)
    const { context } = compilingFor(10, (spec) => ({ vega: { spec, text }, usesGeo: false }))
    const reports = [1, 2, 3].map((id) => reportOf(id, { id }))

    const compiled = await compileCharts(context, reports)

    expect(reports.map((report) => 'problem' in (compiled.of(report) ?? {}))).toEqual([false, false, true])
  })
})

const version = { tenantId: 1, versionId: 2 }
const twoReports = [3, 4].map((reportId) => ({ reportId, meta: { kind: 'vega', spec: { reportId } } }))
const chart: CompiledChart = { vega: { marks: [] }, usesGeo: false }

/** A version of which these are kept, and a database that takes nothing. */
const contextOf = (kept: KeptChart[], compile: () => Promise<CompiledChart[]>) => {
  const warn = vi.fn<() => void>()
  const step = (work: (db: unknown) => Promise<unknown>) => work(null)
  const context = { read: async () => kept, step, log: { warn }, charts: { version: 'test', compile }, caller: { tenantId: 1 } }
  return { warn, context: context as unknown as ChangingContext }
}

describe('the charts of a version', () => {
  it('are those that are kept where all are, and nothing is compiled', async () => {
    const kept = twoReports.map(({ reportId }) => ({ reportId, vega: {}, usesGeo: false }))
    const { context } = contextOf(kept, () => Promise.reject(new Error('It was compiled.')))

    expect(await drawCharts(context, version, [...twoReports, { reportId: 5, meta: { kind: 'table' } }])).toEqual(kept)
  })

  it('are shown where they could not be kept', async () => {
    const { context, warn } = contextOf([], async () => [chart])

    expect(await drawCharts(context, version, twoReports)).toMatchObject([
      { reportId: 3, vega: {} },
      { reportId: 4, vega: {} },
    ])
    expect(warn).toHaveBeenCalledOnce()
  })

  it('are refused and not kept where one went over a limit', async () => {
    const { context, warn } = contextOf([], async () => [{ problem: { at: '', what: 'went over the limit' }, isOverLimit: true }])

    expect(await drawCharts(context, version, twoReports)).toMatchObject([
      { problem: expect.stringContaining('over the limit') as string },
      {},
    ])
    // To keep one would have failed here.
    expect(warn).not.toHaveBeenCalled()
  })

  it('are refused for now where there is no turn to compile them, and the frame is answered', async () => {
    const { context, warn } = contextOf([], () => Promise.reject(new Failure('service_unavailable', 'No turn.')))

    expect(await drawCharts(context, version, twoReports)).toMatchObject([
      { problem: expect.stringContaining('again in a moment') as string },
      {},
    ])
    expect(warn).not.toHaveBeenCalled()
  })

  it('fail where the process does', async () => {
    const { context } = contextOf([], () => Promise.reject(new Error('The process ended without an answer.')))

    await expect(drawCharts(context, version, twoReports)).rejects.toThrow('without an answer')
  })
})
