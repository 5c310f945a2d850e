import type { WidgetDataLine } from '@facet/contract'
import { EmbedError } from '@facet/embed/page'
import { describe, expect, it, vi } from 'vitest'
import { createLoader, type Load } from '../src/data/create-loader.ts'

const dataOf = (...widgetIds: string[]): WidgetDataLine => ({
  type: 'data',
  widgetIds,
  columns: [],
  rowCount: 0,
  values: [],
  isTruncated: false,
  refreshedAt: null,
  notes: [],
})
const ended: WidgetDataLine = { type: 'ended' }
const problem = (retryable: boolean) => new EmbedError({ code: 'refused', message: 'Refused.', retryable })

/** A loader whose requests are answered one after another, by lines or by what is thrown. */
const given = (...answers: (WidgetDataLine[] | Error)[]) => {
  const loads: Load[] = []
  const lines: WidgetDataLine[] = []
  const failed: string[][] = []
  const queued: (() => void)[] = []
  const loader = createLoader({
    async *stream(load) {
      const answer = answers[loads.push(load) - 1] ?? []
      if (answer instanceof Error) throw answer
      yield* answer
    },
    onLoading: () => undefined,
    onLine: (line) => lines.push(line),
    onFailed: (widgetIds) => failed.push(widgetIds),
    soon: (act) => queued.push(act),
    pause: async () => undefined,
  })
  const flush = (): void => {
    for (const act of queued.splice(0)) act()
  }
  return { loader, loads, lines, failed, flush, asked: () => loads.map(({ widgetIds }) => widgetIds) }
}

describe('the loader of widgets', () => {
  it('asks once for all that came near until it asks', async () => {
    const { loader, asked, flush, lines } = given([dataOf('a', 'b'), ended], [dataOf('c'), ended])
    loader.restart()
    loader.want('a')
    loader.want('b')
    loader.want('a')
    flush()
    await vi.waitFor(() => expect(lines).toHaveLength(2))
    loader.want('b')
    loader.want('c')
    flush()
    await vi.waitFor(() => expect(lines).toHaveLength(4))

    expect(asked()).toEqual([['a', 'b'], ['c']])
  })

  it('asks for nothing before it is started, or once it is halted', () => {
    const { loader, asked, flush } = given()
    loader.want('a')
    flush()
    loader.restart()
    loader.halt()
    flush()

    expect(asked()).toEqual([])
  })

  it('aborts what is stale and asks for all that is near', async () => {
    const { loader, loads, flush } = given()
    loader.restart()
    loader.want('a')
    flush()
    loader.restart(true)
    loader.want('b')
    flush()

    expect(loads.map(({ widgetIds, isFresh, signal }) => [widgetIds, isFresh, signal.aborted])).toEqual([
      [['a'], false, true],
      [['a', 'b'], true, false],
    ])
  })

  it('asks again for what did not come before the connection broke', async () => {
    const { loader, asked, flush, lines } = given([dataOf('a')], new Error('broken'), problem(true), [dataOf('b'), ended])
    loader.restart()
    loader.want('a')
    loader.want('b')
    flush()
    await vi.waitFor(() => expect(lines).toHaveLength(3))

    expect(asked()).toEqual([['a', 'b'], ['b'], ['b'], ['b']])
  })

  it('gives up where trying again is no use, until somebody asks for it', async () => {
    const { loader, asked, flush, failed, lines } = given(problem(false), [dataOf('a'), ended])
    loader.restart()
    loader.want('a')
    flush()
    await vi.waitFor(() => expect(failed).toEqual([['a']]))
    loader.retry('a')
    flush()
    await vi.waitFor(() => expect(lines).toHaveLength(2))

    expect(asked()).toEqual([['a'], ['a']])
  })

  it('names at most 200 widgets in one request', () => {
    const { loader, asked, flush } = given()
    loader.restart()
    for (let index = 0; index < 250; index++) loader.want(String(index))
    flush()

    expect(asked().map((ids) => ids.length)).toEqual([200, 50])
  })
})
