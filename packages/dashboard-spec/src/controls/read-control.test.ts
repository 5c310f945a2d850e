import { describe, expect, it } from 'vitest'
import { hasMemberText, readControl } from './read-control.ts'

const filter = (config: unknown) => readControl({ id: 'status', type: 'FILTER', config })

describe('readControl', () => {
  it.each([
    [{ member: 'orders.status' }, 'orders.status'],
    [{ member: 'orders.created_at.month' }, 'orders.created_at'],
    [{ view: 'orders', dimension: 'status' }, 'orders.status'],
    [{ member: 'orders.status', view: 'others', dimension: 'region' }, 'orders.status'],
    [{ member: 'status', view: 'orders', dimension: 'status' }, null],
    [{ view: 'orders' }, null],
    [{ dimension: 'status' }, null],
    [{ member: '' }, null],
    [{ member: 7 }, null],
    [{}, null],
    [null, null],
    ['orders.status', null],
    [['orders.status'], null],
  ])('reads from %j the member %s', (config, member) => {
    expect(filter(config)?.member).toBe(member)
  })

  it.each([
    [undefined, 'visible'],
    [null, 'visible'],
    ['', 'visible'],
    ['visible', 'visible'],
    ['hidden', 'hidden'],
    ['disabled', 'disabled'],
    ['locked', 'disabled'],
    [false, 'disabled'],
  ])('reads from the visibility %j %s', (visibility, expected) => {
    expect(filter({ member: 'orders.status', visibility })?.visibility).toBe(expected)
  })

  it.each([
    [undefined, ['day', 'week', 'month', 'quarter', 'year']],
    [[], ['day', 'week', 'month', 'quarter', 'year']],
    ['day', ['day', 'week', 'month', 'quarter', 'year']],
    [
      ['hour', 7, 'day'],
      ['hour', 'day'],
    ],
  ])('reads from the granularities %j %j', (grains, expected) => {
    const control = readControl({ id: 'grain', type: 'TIME_GRAIN', config: { member: 'orders.created_at', grains } })

    expect(control).toMatchObject({ widgetId: 'grain', kind: 'grain', grains: expected })
  })

  it.each([
    [{ view: 'orders' }, true],
    [{ member: 'not a member' }, true],
    [{ visibility: 'hidden' }, false],
    [{ member: '' }, false],
  ])('reports for %j that a part of a name is there: %s', (config, expected) => {
    expect(hasMemberText({ id: 'status', type: 'FILTER', config })).toBe(expected)
  })

  it.each(['CHART', 'TEXT', 'filter', ''])('reads no control from a widget of the type "%s"', (type) => {
    expect(readControl({ id: 'a', type, config: { member: 'orders.status' } })).toBeUndefined()
  })
})
