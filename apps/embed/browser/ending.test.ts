import { describe, expect, it } from 'vitest'
import type { FakeService } from './fake-service.ts'
import { givenFrames } from './given-frames.ts'
import { eventsOf, expectSoon, type HostWindow, type Opened, textOf } from './situations.ts'

const frames = givenFrames()
/** With its rows, and watched: the session is once the first rows are there. */
const shown = async (opened: Opened): Promise<Opened> => {
  const { frame, service } = opened
  await frame.getByText('revenue of').waitFor()
  await expectSoon(() => service.asked.some(({ path }) => path.endsWith('/watch')), true)
  return opened
}
const plain = async (): Promise<Opened> => shown(await frames.plain())
const ofSdk = async (options?: object): Promise<Opened> => shown(await frames.sdk({ ...(options ? { options } : {}) }))
const revoked = { type: 'ended', why: 'revoked', code: 'embed_token_revoked', message: 'Revoked.' } as const
const expired = { type: 'ended', why: 'expired', code: 'embed_token_expired', message: 'Expired.' } as const

describe('a session that ends', () => {
  it('takes the rows with it when it is revoked, and tells the host', async () => {
    const { frame, service, page } = await plain()
    service.end(revoked)

    await frame.getByRole('heading', { name: 'Your access has ended' }).waitFor()
    expect(await textOf(frame)).not.toContain('revenue of')
    expect(await textOf(frame)).toContain('Code: embed_token_revoked')
    await expectSoon(async () => (await eventsOf(page)).at(-1), 'error')
    expect(await page.evaluate(() => (window as unknown as HostWindow).events.at(-1)?.payload)).toMatchObject({
      code: 'embed_token_revoked',
      fatal: true,
    })
  })

  it('is told of by its first rows while these are on their way', async () => {
    const opened = await frames.plain({ prepare: (service) => void service.hold('data') })
    const { frame, service } = opened
    await expectSoon(() => service.data().length, 1)
    service.end(revoked)

    await frame.getByRole('heading', { name: 'Your access has ended' }).waitFor()
  })

  it('is renewed over the port of the SDK: nothing is loaded anew, and filters stay', async () => {
    const { frame, service, page, problems } = await ofSdk({ filters: { 'orders.status': { value: ['open'] } } })
    expect(service.data()[0]).toMatchObject({ filters: [{ widgetId: 'status', value: ['open'] }] })
    await frame.getByRole('combobox').selectOption('month')
    await expectSoon(() => service.data().length, 2)
    service.end(expired)
    await expectSoon(() => page.evaluate(() => (window as unknown as HostWindow).asked), ['start', 'expired'])

    await frame.getByText('revenue of open').waitFor()
    expect(service.asked.filter(({ path }) => path.includes('bootstrap') || path.includes('session/t')).map(({ path }) => path)).toEqual([
      '/api/v1/embed/bootstrap',
      '/api/v1/embed/session/token',
    ])
    expect(service.asked.at(-1)).toMatchObject({
      token: 'token-s2',
      body: { filters: [{ widgetId: 'status', value: ['open'] }], timeGrains: [{ widgetId: 'grain', grain: 'month' }] },
    })
    expect(await page.evaluate(() => (window as unknown as HostWindow).embed.state)).toBe('ready')
    expect(problems).toEqual([])
  })

  it('is said to the host where the answer to its exchange was lost', async () => {
    const { service, page, frame } = await frames.plain({ query: '?session=spent' })
    service.used.add('again')
    await frame.goto(`${service.origin}/embed/dashboard/sales?session=again`)

    await frame.getByRole('heading', { name: 'The dashboard cannot be shown' }).waitFor()
    expect(await textOf(frame)).toContain('Code: session_used · Request: request-1')
    await expectSoon(() => page.evaluate(() => (window as unknown as HostWindow).events.at(-1)), {
      type: 'error',
      payload: expect.objectContaining({ code: 'session_used', requestId: 'request-1' }),
    })
  })
})

describe('a plain frame', () => {
  it('that is loaded again, and has no session then, tells its host', async () => {
    const { frame, page } = await plain()
    await frame.evaluate(() => location.reload())

    await frame.getByRole('heading', { name: 'There is no session in this address' }).waitFor()
    await expectSoon(() => page.evaluate(() => (window as unknown as HostWindow).events.at(-1)), {
      type: 'error',
      payload: expect.objectContaining({ code: 'session_used', fatal: true }),
    })
  })
})

describe('a connection that is lost', () => {
  it('is said, and what was to come comes once it is back', async () => {
    const { frame, service, context } = await plain()
    await context.setOffline(true)
    const banner = frame.getByRole('main').getByText('You are offline.')
    await banner.waitFor()
    await frame.getByRole('combobox').selectOption('week')
    expect(service.data()).toHaveLength(1)
    await context.setOffline(false)

    await expectSoon(() => service.data().length, 2)
    await expectSoon(() => banner.count(), 0)
    expect(service.data().at(-1)).toMatchObject({ timeGrains: [{ widgetId: 'grain', grain: 'week' }] })
  })
})

describe('a host', () => {
  it('changes theme, language and filters without a reload, and colours stay readable', async () => {
    const { frame, service, page } = await ofSdk()
    const style = (name: string) => frame.evaluate((each) => getComputedStyle(document.documentElement).getPropertyValue(each), name)
    const ground = await style('--facet-ground')
    await page.evaluate(() =>
      (window as unknown as HostWindow).embed.set({
        scheme: 'dark',
        locale: 'fr',
        filters: { 'orders.status': { value: 'shipped' } },
        theme: { primaryColor: '#101010', font: 'url(//evil.example/x)', borderRadius: '12px; background: url(//evil.example)' },
      }),
    )
    await frame.getByText('revenue of shipped').waitFor()

    expect(await style('--facet-ground')).not.toBe(ground)
    expect(await style('--facet-accent')).not.toBe('#101010')
    expect(
      await frame.evaluate(() =>
        [...document.documentElement.style].map((name) => document.documentElement.style.getPropertyValue(name)).join(),
      ),
    ).not.toContain('evil')
    expect(await frame.evaluate(() => document.documentElement.lang)).toBe('fr-FR')
    await page.evaluate(() => (window as unknown as HostWindow).embed.set({ scheme: 'light', theme: { primaryColor: 'rebeccapurple' } }))
    await expectSoon(() => style('--facet-accent'), '#663399')
    expect(service.asked.filter(({ path }) => path.endsWith('bootstrap'))).toHaveLength(1)
  })

  it('sets the frame as high as its content', async () => {
    const { page, frame } = await ofSdk()

    const height = await frame.evaluate(() => document.querySelector('#page > div')?.getBoundingClientRect().height ?? 0)
    expect(height).toBeGreaterThan(5000)
    await expectSoon(() => page.$eval('iframe', (each) => Math.round(each.getBoundingClientRect().height)), Math.round(height))
  })

  it.each([
    ['is told what happens', (host: string) => host, ['ready', 'view', 'dashboard-loaded']],
    ['of an origin that the tenant does not know is told nothing', () => 'https://other.example', []],
  ])('whom the browser does not name to the page %s', async (_, origin, events) => {
    const prepare = ({ embedOrigins }: FakeService): void => void embedOrigins.push(origin(frames.host()))
    const { page, frame } = await frames.plain({ prepare, isUnnamed: true })
    await frame.getByText('revenue of').waitFor()
    await expectSoon(() => eventsOf(page), events)

    await frame.evaluate((host) => window.parent.postMessage({ type: 'end', payload: {} }, host), frames.host())
    await expectSoon(() => eventsOf(page), [...events, 'end'])
  })

  it('lets rows be downloaded and takes it back, and nobody can where it says nothing', async () => {
    const { page, frame } = await ofSdk()
    const buttons = frame.getByRole('button', { name: 'Download CSV' })
    expect(await buttons.count()).toBe(0)
    const allow = (allowExport: boolean | undefined) =>
      page.evaluate((value) => (window as unknown as HostWindow).embed.set({ allowExport: value }), allowExport)
    await allow(true)
    await buttons.first().waitFor()
    await allow(undefined)

    await expectSoon(() => buttons.count(), 0)
  })

  it('lets rows be downloaded from the start', async () => {
    const { page, frame } = await ofSdk({ allowExport: true })
    const download = page.waitForEvent('download')
    await frame.getByRole('button', { name: 'Download CSV' }).first().click()

    expect((await download).suggestedFilename()).toMatch(/\.csv$/)
  })

  it('asks by the messages of the wire', async () => {
    const { page, frame, service } = await plain()
    const act = (type: string, payload: object) =>
      page.evaluate(
        ({ name, sent }) => {
          const message = { source: 'cube-embed', direction: 'action', type: `cube:action:${name}`, payload: sent, timestamp: Date.now() }
          document.querySelector('iframe')?.contentWindow?.postMessage(message, '*')
        },
        { name: type, sent: payload },
      )
    await act('set-filter', { filterUrlParameter: `f_orders.status=${encodeURIComponent('{"value":["shipped"]}')}` })
    await frame.getByText('revenue of shipped').waitFor()
    await act('set-locale', { locale: 'ja-JP' })
    await frame.getByText('AI の回答はここでは無効になっています。').waitFor()
    await act('refresh', {})

    await expectSoon(() => service.data().length, 3)
    expect(service.data().at(-1)).toMatchObject({ isFresh: true, filters: [{ widgetId: 'status', value: ['shipped'] }] })
  })
})
