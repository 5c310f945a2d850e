import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkOptions, type Options } from '../src/options.ts'

const session = async (): Promise<string> => 'es_1'
const options: Options = { url: 'https://acme.example.com', publicId: 'sales', title: 'Sales', session }
const check = (more: object, ...[callback]: [{ session: unknown }?]): void =>
  checkOptions({ ...options, ...more }, callback ? callback.session : session)

const warn = vi.fn<(text: string) => void>()
beforeEach(() => {
  warn.mockReset()
  vi.stubGlobal('document', {})
  vi.stubGlobal('location', { hostname: 'localhost' })
  vi.stubGlobal('console', { warn })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('options', () => {
  it.each([
    ['a session id', 'es_1', 'session must be a function that returns a session id, not string.'],
    ['an object', {}, 'session must be a function that returns a session id, not object.'],
    ['nothing', undefined, 'session must be a function that returns a session id, not undefined.'],
  ])('refuse %s as the session, by code and in a sentence', (_, callback, message) => {
    expect(() => check({}, { session: callback })).toThrow(expect.objectContaining({ code: 'invalid_options', message }))
  })

  it.each(['title', 'publicId'])('refuse an empty %s', (name) => {
    expect(() => check({ [name]: '' })).toThrow(`${name} is missing.`)
  })

  it('warn of each unknown name, also when a required one is missing', () => {
    expect(() => check({ publicId: undefined, dashboardId: 'sales', filter: {} })).toThrow('publicId is missing.')

    expect(warn.mock.calls).toEqual([['Facet: dashboardId is not an option.'], ['Facet: filter is not an option.']])
  })

  it('warn of none of their own names', () => {
    const all = { filters: {}, theme: {}, scheme: 'dark', locale: 'de', timezone: 'UTC', allowExport: true }
    check({ ...all, surface: 'dashboard', height: 'content', loading: 'visible', allow: [] })

    expect(warn).not.toHaveBeenCalled()
  })
})

describe('a warning', () => {
  it.each(['localhost', 'shop.localhost', '127.0.0.1', '[::1]', 'shop.test', 'my-mac.local'])('is written on %s', (hostname) => {
    vi.stubGlobal('location', { hostname })
    check({ colour: 'red' })

    expect(warn).toHaveBeenCalledOnce()
  })

  it.each(['app.example.com', 'localhost.example.com', 'latest', '1.127.0.0', 'contest'])('is not written on %s', (hostname) => {
    vi.stubGlobal('location', { hostname })
    check({ colour: 'red' })

    expect(warn).not.toHaveBeenCalled()
  })
})
