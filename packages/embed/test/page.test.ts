import { describe, expect, it, vi } from 'vitest'
import { createHeights } from '../src/page/height.ts'
import { openLegacyHost, readAction } from '../src/page/legacy-host.ts'
import { readCall } from '../src/page/read-call.ts'

describe('calls', () => {
  it('are taken as the protocol has them, and not otherwise', () => {
    const live = { publicId: 'sales', filters: { 'a.b': { value: 1 } }, allowExport: true }
    const start = { id: 1, call: 'start', session: 'es_1', live, height: true }

    expect(readCall(start)).toBe(start)
    const taken = { id: 2, call: 'set', change: { locale: undefined, filters: undefined } }
    expect(readCall(taken)).toBe(taken)
    for (const wrong of [
      null,
      { ...start, id: 'one' },
      { ...start, session: 5 },
      { ...start, live: {} },
      { ...start, live: { publicId: 'sales', colour: 'red' } },
      { ...start, live: { publicId: 'sales', filters: { 'a.b': 1 } } },
      { id: 1, call: 'set', change: { scheme: 'sepia' } },
      { id: 1, call: 'set', change: { allowExport: 'true' } },
      { id: 1, call: 'toString' },
      { id: 1.5, call: 'refresh' },
      { id: 1, call: 'renew', session: 'es_1', why: 'start' },
      { id: 1, call: 'set', change: { publicId: undefined } },
      // Names that every object has.
      { id: 1, call: 'set', change: { hasOwnProperty: 'theme' } },
      { ...start, session: 'x'.repeat(201) },
    ])
      expect(readCall(wrong)).toBeUndefined()
  })
})

describe('heights', () => {
  it('are sent when they differ by a pixel, until they go back and forth five times', () => {
    const [send, onLoop] = [vi.fn<(px: number) => void>(), vi.fn<() => void>()]
    const next = createHeights({ send, onLoop })
    for (const px of [300, 300.4, 500, 200]) next(px, false)
    expect(send.mock.calls.flat()).toEqual([300, 500, 200])
    for (let turn = 0; turn < 10; turn++) next(turn % 2 === 0 ? 400 : 200, false)

    expect(onLoop).toHaveBeenCalledOnce()
    expect(send.mock.calls.length).toBeLessThanOrEqual(8)
  })
})

describe('hosts with a plain iframe', () => {
  const host = 'https://host.example.com'
  const viewOf = (around?: string) => {
    const parent = { postMessage: vi.fn<(message: unknown, target: string) => void>() }
    const location = { origin: 'https://acme.example.com', ancestorOrigins: around === undefined ? undefined : [around] }
    return { parent, view: Object.assign(new EventTarget(), { parent, location, document: { referrer: '' } }) as never as Window }
  }

  it('are told events only where their origin is known', () => {
    for (const [around, targets] of [
      [host, [host]],
      ['https://evil.example.com', []],
      [undefined, ['https://other.example.com', host]],
    ] as const) {
      const { parent, view } = viewOf(around)
      const origins: string[] = []
      const { event } = openLegacyHost({ view, origins: () => origins, surface: 'dashboard', onAction: () => undefined })
      // The first answer of the service names them.
      event('navigate', { path: '/too-early' })
      origins.push('https://other.example.com', host)
      event('navigate', { path: '/' })

      expect(parent.postMessage.mock.calls.map(([, target]) => target)).toEqual(targets)
      for (const [message] of parent.postMessage.mock.calls)
        expect(message).toEqual({
          source: 'cube-embed',
          direction: 'event',
          type: 'cube:event:navigate',
          payload: { path: '/' },
          timestamp: expect.any(Number),
          surface: 'dashboard',
        })
    }
  })

  it('ask for actions as they always have', () => {
    const action = (type: string, payload?: unknown) =>
      readAction({ source: 'cube-embed', direction: 'action', type: `cube:action:${type}`, payload })

    expect(action('set-color-scheme', { scheme: 'dark' })).toEqual({ type: 'set-color-scheme', scheme: 'dark' })
    expect(action('set-filter', { filterUrlParameter: 'f_orders.country={"value":"USA"}' })).toMatchObject({ type: 'set-filter' })
    expect(action('refresh')).toEqual({ type: 'refresh' })
    expect(readAction({ type: 'SET_THEME', payload: 'light' })).toEqual({ type: 'set-color-scheme', scheme: 'light' })
    for (const wrong of [
      action('navigate', { path: '//evil.example.com' }),
      action('set-color-scheme', { scheme: 'sepia' }),
      action('valueOf'),
      readAction('x'),
    ])
      expect(wrong).toBeUndefined()
  })
})
