import { describe, expect, it, vi } from 'vitest'
import { bootstrapOf } from '../browser/fake-dashboard.ts'
import { createLoadedWatch } from '../src/session/loaded.ts'
import { meantTimeZone } from '../src/session/time-zone.ts'
import { changeBy } from '../src/session/widget-updates.ts'
import { createStore } from '../src/store/create-store.ts'
import { firstState } from '../src/store/first-state.ts'
import { heardNotes } from '../src/states/widget-notes.ts'
import type { PageState, Shown } from '../src/store/page-state.ts'
import { readReportMessage } from '../src/widgets/html/messages.ts'
import { column, rowsOf } from './widgets/rows.ts'

const shownDashboard = (): Shown => {
  const {
    token: _,
    expires_in: __,
    ...shown
  } = bootstrapOf({ session: 's', locale: 'en-US', publicId: 'costs', versionId: 1, embedOrigins: [] })
  return shown
}

describe('what a widget shows', () => {
  const data = rowsOf([column('o.a'), ['x']])

  it('stays while others are on their way, and what is waited for is said once that takes long', () => {
    const waiting = (seconds: number) =>
      changeBy({ type: 'waiting', widgetIds: ['w'], stage: 'queued', seconds }, { widgets: { w: { status: 'shown', data } } })

    expect(waiting(2)).toEqual({})
    expect(waiting(3)).toEqual({ widgets: { w: { status: 'loading', before: data, waiting: { stage: 'queued', seconds: 3 } } } })
  })

  it('is heard with its title where filters do not hold of it, and not otherwise', () => {
    const { messages } = firstState(true)
    const shownWith = (...notes: string[]) => ({ status: 'shown' as const, data: { ...data, notes } })
    const widgets = { revenue: shownWith('rows_filled'), orders: shownWith('filters_skipped', 'rows_filled') }

    expect(heardNotes({ shown: shownDashboard(), widgets, messages })).toBe(`Orders: ${messages.notes.filters_skipped}`)
  })
})

describe('a dashboard that has loaded', () => {
  it('is told with the time since it was asked for', () => {
    const shown = shownDashboard()
    const config = { ...shown.dashboard.config, widgets: [] }
    const store = createStore<PageState>({
      ...firstState(true),
      phase: 'shown',
      shown: { ...shown, dashboard: { ...shown.dashboard, config } },
    })
    const tell = vi.fn<(loaded: object) => void>()
    vi.spyOn(performance, 'now').mockReturnValueOnce(9000)
    createLoadedWatch(store, tell).begin('costs', 8000)

    expect(tell.mock.calls).toEqual([[{ publicId: 'costs', widgetCount: 0, loadDurationMs: 1000 }]])
  })
})

describe('a time zone', () => {
  it.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    ['+02:00', undefined],
    ['Nowhere/Land', undefined],
    ['', undefined],
    [null, undefined],
  ])('of the host that is %j is %j', (name, meant) => {
    expect(meantTimeZone(name)).toBe(meant)
  })
})

describe('what the frame of a report says', () => {
  it('is a height within reason, or a short reason, and nothing else', () => {
    const height = (value: unknown) => readReportMessage({ type: 'facet-html-height', height: value })
    expect([height(10.2), height(1e9)]).toMatchObject([{ height: 11 }, { height: 20_000 }])
    expect([height(-1), height(Number.NaN), height('9'), readReportMessage(null), readReportMessage({ type: 'other' })]).toEqual(
      Array.from({ length: 5 }, () => null),
    )
    expect(readReportMessage({ type: 'facet-html-failed', reason: 'x'.repeat(1000) })).toEqual({
      type: 'facet-html-failed',
      reason: 'x'.repeat(300),
    })
  })
})
