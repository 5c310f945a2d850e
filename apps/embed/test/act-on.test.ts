import type { Action, Change, Filters, Problem } from '@facet/embed/page'
import { describe, expect, it } from 'vitest'
import { actOn } from '../src/session/act-on.ts'

/** What an action does to a page that shows the dashboard `sales`. */
const doneBy = (action: Action): unknown[] => {
  const done: unknown[] = []
  actOn(action, {
    change: async (next: Change) => void done.push(next),
    addFilters: (filters: Filters) => done.push(filters),
    refresh: () => done.push('refreshed'),
    publicId: () => 'sales',
    refuse: ({ code }: Problem) => done.push(code),
  })
  return done
}
const filter = `f_orders.status=${encodeURIComponent('{"value":"open"}')}`
const open = { 'orders.status': { value: 'open' } }

describe('a host without an SDK', () => {
  it('goes to the dashboard that is shown with other filters, and to no other', () => {
    expect(doneBy({ type: 'navigate', path: `/embed/dashboard/sales?${filter}` })).toEqual([{ filters: open }])
    expect(doneBy({ type: 'navigate', path: `/embed/d/7/dashboard/sales` })).toEqual([{ filters: {} }])
    for (const path of [`/embed/dashboard/costs?${filter}`, '/embed/dashboard/sales2', '/elsewhere'])
      expect(doneBy({ type: 'navigate', path })).toEqual(['session_required'])
  })

  it('adds a filter, and nothing where it is none', () => {
    expect(doneBy({ type: 'set-filter', filterUrlParameter: filter })).toEqual([open])
    expect(doneBy({ type: 'set-filter', filterUrlParameter: 'f_orders.status=open' })).toEqual([])
  })

  it.each(['R&D', 'C++', '100 %', 'a=b'])('adds a filter whose value %s is written as it is, or encoded', (value) => {
    const text = JSON.stringify({ value })
    for (const written of [text, encodeURIComponent(text)])
      expect(doneBy({ type: 'set-filter', filterUrlParameter: `f_orders.status=${written}` })).toEqual([{ 'orders.status': { value } }])
  })
})
