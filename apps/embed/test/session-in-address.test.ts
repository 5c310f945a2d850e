import { describe, expect, it } from 'vitest'
import { sessionInAddress } from '../src/session-in-address.ts'

describe('the session in an address', () => {
  it.each([
    ['?session=es_1', '', 'es_1'],
    ['?sessionId=es_1', '', 'es_1'],
    ['', '#session=es_1', 'es_1'],
    ['', '#sessionId=es_1', 'es_1'],
    ['?session=es_1', '#session=es_2', 'es_1'],
    ['?%73ession=es%5F1', '', 'es_1'],
    ['?session=', '', ''],
    ['', '', null],
    ['?locale=de-DE', '#top', null],
    ['?Session=es_1&sessions=es_2', '', null],
  ])('of "%s%s" is %s', (search, fragment, session) => {
    expect(sessionInAddress(search, fragment).session).toBe(session)
  })

  it.each([
    ['?session=es_1', '', ''],
    ['?session=es_1&sessionId=es_2&session=es_3', '#session=es_4', ''],
    ['?locale=de-DE&session=es_1', '#top', '?locale=de-DE#top'],
    [
      '?f_orders.status=%7B%22value%22%3A%22a+b%22%7D&session=es_1&f_orders.city={"value":"São"}',
      '',
      '?f_orders.status=%7B%22value%22%3A%22a+b%22%7D&f_orders.city={"value":"São"}',
    ],
    ['?a=%zz&session=es_1', '#%zz&session=es_1', '?a=%zz#%zz'],
    ['', '#tab=2&session=es_1', '#tab=2'],
  ])('is taken out of "%s%s", and the rest stays as it was', (search, fragment, rest) => {
    const found = sessionInAddress(search, fragment)

    expect(found.search + found.fragment).toBe(rest)
  })
})
