import type { Page } from '@facet/testkit/chromium'
import { describe, expect, it } from 'vitest'
import { onlyWidgets } from './every-kind.ts'
import { sales } from './fake-dashboard.ts'
import { givenFrames } from './given-frames.ts'
import { expectSoon, type HostWindow, type Opened } from './situations.ts'

const frames = givenFrames()

const dashboard = onlyWidgets('status', 'amount', 'gift', 'created', 'kpi')

/** A page with filters of all kinds, the filters of the last request, and a way to type into a filter. */
const given = async () => {
  const opened = await frames.plain({ prepare: (service) => void (service.dashboard = dashboard) })
  const { frame, service } = opened
  await frame.getByLabel('Amount: From').waitFor()
  const sent = (): unknown => service.data().at(-1)?.filters
  const type = async (label: string, text: string): Promise<void> => {
    await frame.getByLabel(label).fill(text)
    await frame.getByLabel(label).press('Enter')
  }
  return { ...opened, sent, type }
}

describe('a filter', () => {
  it('of numbers sends one request for both ends, in ascending order', async () => {
    const { frame, service, sent, type } = await given()
    const asked = service.data().length
    await type('Amount: From', '')
    await type('Amount: To', '5')
    await type('Amount: From', '20')

    await expectSoon(sent, [{ widgetId: 'amount', operator: 'between', value: [5, 20] }])
    expect(service.data()).toHaveLength(asked + 1)
    await type('Amount: To', '')
    await frame.getByRole('group', { name: 'Amount' }).getByRole('button', { name: 'Clear' }).click()
    await expectSoon(sent, [{ widgetId: 'amount', operator: 'between', value: null }])
    expect(await frame.getByLabel('Amount: From').inputValue()).toBe('')
  })

  it('of days sends its ends in ascending order', async () => {
    const { service, sent, type } = await given()
    const asked = service.data().length
    await type('Created: From', '')
    await type('Created: From', '2026-02-01')

    await expectSoon(sent, [{ widgetId: 'created', operator: 'between', value: ['2025-12-31', '2026-02-01'] }])
    expect(service.data()).toHaveLength(asked + 1)
  })

  it('of booleans sends the chosen value, or null for neither', async () => {
    const { frame, sent } = await given()
    const select = frame.getByRole('group', { name: 'Gift' }).getByRole('combobox')
    await select.selectOption('false')
    await expectSoon(sent, [{ widgetId: 'gift', value: false }])
    await select.selectOption('')

    await expectSoon(sent, [{ widgetId: 'gift', value: null }])
  })

  it('of texts lists the values to choose from', async () => {
    const { frame } = await given()
    await frame.getByRole('group', { name: 'Status' }).locator('summary').click()
    await frame.getByLabel('shipped').waitFor()

    expect(await frame.getByRole('checkbox').count()).toBe(3)
  })
})

describe('a host', () => {
  const set = (page: Page, change: object) => page.evaluate((each) => (window as unknown as HostWindow).embed.set(each), change)
  const shown = async (opened: Opened): Promise<Opened> => {
    await opened.frame.getByText('revenue of').waitFor()
    return opened
  }

  it('keeps the chosen grain when it changes filters and the time zone', async () => {
    const { page, frame, service } = await shown(await frames.sdk())
    await frame.getByRole('combobox').selectOption('month')
    await expectSoon(() => service.data().length, 2)
    const grained = { timeGrains: [{ widgetId: 'grain', grain: 'month' }] }
    await set(page, { filters: { 'orders.status': { value: ['open'] } } })
    await frame.getByText('revenue of open').waitFor()
    expect(service.data().at(-1)).toMatchObject({ ...grained, timezone: null })
    await set(page, { timezone: 'Asia/Tokyo' })

    await expectSoon(() => service.data().length, 4)
    expect(service.data().at(-1)).toMatchObject({ ...grained, timezone: 'Asia/Tokyo', filters: [{ widgetId: 'status', value: ['open'] }] })
  })

  it('is notified when the renewed session ends', async () => {
    const { page, frame, service } = await shown(await frames.sdk())
    await page.evaluate(() => (window as unknown as HostWindow).embed.renew())
    await expectSoon(() => service.asked.findLast(({ path }) => path.endsWith('/watch'))?.token, 'token-s2')
    service.end({ type: 'ended', why: 'revoked', code: 'embed_token_revoked', message: 'Revoked.' })

    await frame.getByRole('heading', { name: 'Your access has ended' }).waitFor()
  })

  it('cannot allow downloads that the dashboard restricts', async () => {
    const prepare: NonNullable<Parameters<typeof frames.sdk>[0]>['prepare'] = (service) => {
      const bootstrapOf: typeof sales.bootstrapOf = (wish) => {
        const first = sales.bootstrapOf(wish)
        return { ...first, dashboard: { ...first.dashboard, restrictDataDownload: true } }
      }
      service.dashboard = { ...sales, bootstrapOf }
    }
    const { frame } = await shown(await frames.sdk({ options: { allowExport: true }, prepare }))

    expect(await frame.getByRole('button', { name: 'Download CSV' }).count()).toBe(0)
  })
})
