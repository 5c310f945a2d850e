import type { Filters, Live } from '@facet/embed/page'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { usedSession } from '../src/handover.ts'
import type { Page } from '../src/session/open-page.ts'
import { givenPage, givenPlainPage, heardOfUnsigned } from './given-page.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const status = (value: string): Filters => ({ 'orders.status': { value } })
const started = async (live: Partial<Live> = {}) => {
  const given = await givenPage()
  await given.call({ call: 'start', session: 'ada-1', live: { publicId: 'sales', ...live }, height: false })
  return given
}
const pathsOf = (sent: readonly { path: string }[]): unknown[] => sent.map(({ path }) => path.split('/').at(-1))
const choicesOf = (page: Page): Promise<unknown> => page.listChoices('status', '', new AbortController().signal)
const viewsIn = (told: object[]): unknown[] =>
  told.flatMap((each) => ('type' in each && each.type === 'view' ? [(each as { payload?: unknown }).payload] : []))

describe('another dashboard', () => {
  it('is the last that was wished for, also where the one before is on its way', async () => {
    const { page, call, hold, asked, sent } = await started()
    const release = hold('/bootstrap')
    const toCosts = call({ call: 'set', change: { publicId: 'costs' } })
    const renewed = call({ call: 'renew', session: 'ada-2', why: 'renew' })
    const toPlans = call({ call: 'set', change: { publicId: 'plans' } })
    release()
    await renewed
    expect(page.store.get()).toMatchObject({ phase: 'loading', shown: { dashboard: { publicId: 'sales' } } })
    await asked(2)
    await call({ call: 'renew', session: 'ada-3', why: 'renew' })

    expect([await toCosts, await toPlans]).toEqual([undefined, undefined])
    expect(page.store.get()).toMatchObject({ phase: 'shown', shown: { dashboard: { publicId: 'plans' } } })
    expect(sent.map(({ body }) => body.dashboardPublicId)).toEqual(['sales', 'costs', 'plans'])
  })

  it('is asked for after a renewal that is under way, as hosts take one session at a time', async () => {
    const { page, call, hold, asked, told } = await started()
    const release = hold('/renew')
    const renewed = call({ call: 'renew', session: 'ada-2', why: 'renew' })
    const switched = call({ call: 'set', change: { publicId: 'costs' } })
    await new Promise((resolve) => setTimeout(resolve))
    expect(told.map(({ tell }) => tell)).not.toContain('ended')
    release()
    await renewed
    expect(page.store.get().phase).toBe('loading')
    await asked(1)
    await call({ call: 'renew', session: 'ada-3', why: 'renew' })

    expect(await switched).toBeUndefined()
    expect(page.store.get().shown?.dashboard.publicId).toBe('costs')
  })

  it('is opened once: what comes after it is a renewal', async () => {
    const { call, asked, sent } = await started()
    void call({ call: 'set', change: { publicId: 'costs' } })
    await asked(1)
    await call({ call: 'renew', session: 'ada-2', why: 'renew' })
    await call({ call: 'renew', session: 'ada-3', why: 'renew' })

    expect(pathsOf(sent)).toEqual(['bootstrap', 'bootstrap', 'renew'])
  })

  it('has loaded by the time since it was wished for', async () => {
    const { page, call, asked, refused, told } = await started()
    const now = vi.spyOn(performance, 'now').mockReturnValue(90_000)
    refused.set('data', [404, 'widget_unknown'])
    void call({ call: 'set', change: { publicId: 'costs' } })
    await asked(1)
    now.mockReturnValue(92_000)
    await call({ call: 'renew', session: 'ada-2', why: 'renew' })
    page.approach('revenue')

    await vi.waitFor(() =>
      expect(told.at(-1)).toMatchObject({ type: 'dashboard-loaded', payload: { publicId: 'costs', loadDurationMs: 2000 } }),
    )
  })

  it('is not waited for where the session is revoked', async () => {
    const { page, call, asked, refused } = await started()
    const switched = call({ call: 'set', change: { publicId: 'costs' } })
    await asked(1)
    refused.set('choices', [401, 'session_revoked'])
    await expect(choicesOf(page)).rejects.toMatchObject({ code: 'session_revoked' })

    expect(await switched).toBe('session_revoked')
  })

  it('that is refused is told to whoever wished for it', async () => {
    const { call, refused, asked } = await started()
    refused.set('ada-2', [404, 'dashboard_not_found'])
    const switched = call({ call: 'set', change: { publicId: 'nowhere' } })
    await asked(1)

    expect(await call({ call: 'renew', session: 'ada-2', why: 'renew' })).toBe('dashboard_not_found')
    expect(await switched).toBe('dashboard_not_found')
  })

  it('that is refused is passed over where another was wished for since', async () => {
    const { call, refused, hold, page } = await started()
    refused.set('ada-2', [404, 'dashboard_not_found'])
    const release = hold('/bootstrap')
    const switched = call({ call: 'set', change: { publicId: 'nowhere' } })
    const renewed = call({ call: 'renew', session: 'ada-2', why: 'renew' })
    void call({ call: 'set', change: { publicId: 'costs' } })
    release()
    expect(await renewed).toBe('dashboard_not_found')
    await call({ call: 'renew', session: 'ada-3', why: 'renew' })

    expect(await switched).toBeUndefined()
    expect(page.store.get().shown?.dashboard.publicId).toBe('costs')
  })

  it('is no end of a session: it is loading, its host is asked for one, and told the view', async () => {
    const { page, call, told, asked } = await started()
    await vi.waitFor(() => expect(viewsIn(told)).toHaveLength(1))
    void call({ call: 'set', change: { publicId: 'costs' } })
    await asked(1)
    expect(page.store.get()).toMatchObject({ phase: 'loading', problem: null })
    expect(told.at(-1)).toMatchObject({ tell: 'ended', why: 'reopen' })
    await call({ call: 'renew', session: 'ada-2', why: 'renew' })

    await vi.waitFor(() => expect(viewsIn(told)[1]).toMatchObject({ path: '/embed/dashboard/costs', publicId: 'costs' }))
  })

  it('has the look that was said with it', async () => {
    const { page, call, asked } = await started()
    void call({ call: 'set', change: { publicId: 'costs', theme: { primaryColor: 'red' }, scheme: 'dark' } })
    await asked(1)
    await call({ call: 'renew', session: 'ada-2', why: 'renew' })

    expect(page.store.get()).toMatchObject({ hostTheme: { primaryColor: 'red' }, scheme: 'dark' })
  })
})

describe('a host', () => {
  it('takes back what it said', async () => {
    const { page, call } = await started({ locale: 'en', timezone: 'Asia/Tokyo' })
    const look = { theme: { primaryColor: 'red' }, scheme: 'dark', locale: 'de', timezone: 'Europe/Oslo', filters: status('open') } as const
    await call({ call: 'set', change: look })
    expect(page.store.get()).toMatchObject({ locale: 'de-DE', timezone: 'Europe/Oslo', chosen: { status: { value: 'open' } } })
    const nothing = Object.fromEntries(Object.keys(look).map((part) => [part, undefined]))
    await call({ call: 'set', change: nothing })

    expect(page.store.get()).toMatchObject({ hostTheme: {}, scheme: 'auto', locale: 'en-US', timezone: 'Asia/Tokyo' })
    expect(page.store.get().chosen).toEqual({})
  })

  it('has the language that it said last, whichever came first', async () => {
    const { page, call } = await started()
    await Promise.all(['fr', 'de', 'en'].map((locale) => call({ call: 'set', change: { locale } })))

    expect(page.store.get().locale).toBe('en-US')
  })

  it('that starts over with other filters has them shown', async () => {
    const { page, call } = await started({ filters: status('open') })
    await call({ call: 'start', session: 'ada-2', live: { publicId: 'sales', filters: status('shipped') }, height: false })

    expect(page.store.get().chosen).toEqual({ status: { value: 'shipped' } })
  })
})

it('reports session_used with the request id each time when the host starts again with the same session', async () => {
  const { call, sent, told } = await givenPage({ begun: 'ada-1', refused: [['ada-1', [401, 'session_used']]] })
  const start = { call: 'start', session: 'ada-1', live: { publicId: 'sales' }, height: false } as const

  expect([await call(start), await call(start)]).toEqual(['session_used', 'session_used'])
  expect(told.flatMap((each) => ('problem' in each ? [each.problem] : []))).toMatchObject(
    ['r-1', 'r-2'].map((requestId) => ({ code: 'session_used', retryable: false, requestId })),
  )
  expect(sent.map(({ body }) => body.sessionId)).toEqual(['ada-1', 'ada-1'])
})

it('has the type and the value of each control with the first answer, and keeps them through the end of a session', async () => {
  const { page, call, refused } = await started()
  const types = () => Object.entries(page.store.get().toldControls ?? {}).map(([id, { valueType, value }]) => [id, valueType, value])
  const told = [
    ['status', 'string', null],
    ['region', 'string', ['EU']],
    ['grain', null, null],
  ]
  expect(page.store.get().widgets).toEqual({})
  expect(types()).toEqual(told)
  refused.set('choices', [401, 'session_expired'])
  await expect(choicesOf(page)).rejects.toMatchObject({ code: 'session_expired' })
  expect(page.store.get().phase).toBe('expired')
  await call({ call: 'renew', session: 'ada-2', why: 'expired' })

  expect(types()).toEqual(told)
})

describe('a viewer', () => {
  const chosen = { status: { value: 'open' } }
  const shownToAda = async () => {
    const given = await started()
    given.page.choose('status', { value: 'open' })
    expect(given.page.store.get()).toMatchObject({ chosen, shown: { viewer: { displayName: 'ada' } } })
    return given
  }
  const expectGrace = ({ store }: Page): void => {
    const { chosen: hers, phase, shown } = store.get()
    expect([phase, shown?.viewer.displayName, hers]).toEqual(['shown', 'grace', {}])
  }

  it('keeps what was chosen through a renewal and through the end of a session', async () => {
    const { page, call } = await shownToAda()
    await call({ call: 'renew', session: 'ada-2', why: 'renew' })
    await call({ call: 'renew', session: 'ada-4', why: 'expired' })

    expect(page.store.get()).toMatchObject({ phase: 'shown', chosen, shown: { viewer: { displayName: 'ada' } } })
  })

  it('who is another after the end of a session gets a dashboard of their own, and nothing that was chosen', async () => {
    const { page, call, asked, sent } = await shownToAda()
    await call({ call: 'renew', session: 'grace-1', why: 'expired' })
    expect(page.store.get()).toMatchObject({ phase: 'loading', shown: null })
    await asked(1)
    await call({ call: 'renew', session: 'grace-2', why: 'renew' })

    expectGrace(page)
    expect(pathsOf(sent)).toEqual(['bootstrap', 'token', 'bootstrap'])
  })

  it('who is another hears nothing of the session before', async () => {
    const { page, call, refused, told } = await shownToAda()
    await call({ call: 'renew', session: 'grace-1', why: 'expired' })
    refused.set('choices', [401, 'session_revoked'])
    await expect(choicesOf(page)).rejects.toMatchObject({ code: 'session_revoked' })

    expect(page.store.get().phase).toBe('loading')
    expect(told).not.toContainEqual(expect.objectContaining({ why: 'revoked' }))
  })

  it('who is another gets a dashboard of their own also where the first try fails', async () => {
    const { page, call, refused, sent } = await shownToAda()
    vi.spyOn(refused, 'get')
      .mockImplementationOnce(() => [400, 'session_mismatch'])
      .mockImplementationOnce(() => [503, 'service_unavailable'])
    expect(await call({ call: 'renew', session: 'grace-1', why: 'renew' })).toBe('service_unavailable')
    await call({ call: 'renew', session: 'grace-2', why: 'renew' })

    expectGrace(page)
    expect(pathsOf(sent)).toEqual(['bootstrap', 'renew', 'bootstrap', 'bootstrap'])
  })

  it('who is another at a renewal, which is refused, gets a dashboard of their own with the same session', async () => {
    const { page, call, refused, sent } = await shownToAda()
    const mismatch = vi.spyOn(refused, 'get').mockImplementationOnce(() => [400, 'session_mismatch'])
    await call({ call: 'renew', session: 'grace-1', why: 'renew' })

    expect(mismatch).toHaveBeenCalled()
    expectGrace(page)
    expect(pathsOf(sent)).toEqual(['bootstrap', 'renew', 'bootstrap'])
  })

  it('who is another when a dashboard is opened anew has none of what was chosen', async () => {
    const { page, call, asked } = await shownToAda()
    void call({ call: 'set', change: { publicId: 'costs' } })
    void call({ call: 'set', change: { publicId: 'sales' } })
    await asked(2)
    await call({ call: 'renew', session: 'grace-1', why: 'renew' })

    expectGrace(page)
  })
})

describe('a plain frame without a session', () => {
  it.each([
    ['had none', null, 'session_required'],
    ['was loaded again', usedSession, 'session_used'],
  ])('tells its host that it %s, by name', (_, state, code) => {
    expect(heardOfUnsigned(state)).toEqual([
      ['https://host.example', expect.objectContaining({ type: 'cube:event:error', payload: expect.objectContaining({ code }) })],
    ])
  })
})

describe('a plain frame', () => {
  const codesIn = (heard: unknown[]): unknown[] => heard.flatMap((each) => (each as { payload?: { code?: string } }).payload?.code ?? [])

  it('has the filter that its host sent while the dashboard was on its way', async () => {
    let release = (): void => undefined
    const { page, act } = givenPlainPage(({ hold }) => (release = hold('/bootstrap')))
    act('set-filter', { filterUrlParameter: 'f_orders.status={"value":"open"}' })
    release()

    await vi.waitFor(() => expect(page.store.get().phase).toBe('shown'))
    expect(page.store.get().chosen).toEqual({ status: { value: 'open' } })
  })

  it('says that its dashboard was published again, as nobody brings it another session', async () => {
    const { page, refused, heard } = givenPlainPage()
    await vi.waitFor(() => expect(page.store.get().phase).toBe('shown'))
    refused.set('data', [409, 'dashboard_republished'])
    page.approach('revenue')

    await vi.waitFor(() => expect(codesIn(heard())).toEqual(['dashboard_republished']))
    expect(page.store.get()).toMatchObject({ phase: 'failed', problem: { code: 'dashboard_republished' } })
  })

  it('tries again with its session where the answer was lost, and not where that was refused', async () => {
    const refusal = vi.fn<() => [number, string]>(() => [403, 'dashboard_not_shared'])
    const { page, view, sent, heard } = givenPlainPage(({ refused }) => {
      vi.spyOn(refused, 'get').mockImplementation(refusal)
      refusal.mockImplementationOnce(() => {
        throw new TypeError('Failed to fetch')
      })
    })
    await vi.waitFor(() => expect(codesIn(heard())).toEqual(['offline']))
    view.dispatchEvent(new Event('online'))
    await vi.waitFor(() => expect(codesIn(heard())).toEqual(['offline', 'dashboard_not_shared']))
    view.dispatchEvent(new Event('online'))

    expect(page.store.get().phase).toBe('failed')
    expect(sent.map(({ body }) => body.sessionId)).toEqual(['ada-1', 'ada-1'])
  })
})
