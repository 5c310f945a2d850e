import { describe, expect, it } from 'vitest'
import type { Told } from './gallery.tsx'
import { chartShown, manyRows } from './gallery-widgets.ts'
import { givenGallery } from './given-gallery.ts'

const soon = { timeout: 10_000 }
const ofCreators = (...of: Parameters<typeof chartShown>) => ({ ...chartShown(...of), isCreatorContent: true })
const gallery = givenGallery({
  framed: [ofCreators('bar'), ofCreators('line')],
  large: [
    ofCreators(
      'large',
      {
        mark: 'bar',
        encoding: { x: { field: 'orders.customer' }, y: { field: 'orders.revenue', aggregate: 'sum', type: 'quantitative' } },
      },
      manyRows(6000),
    ),
  ],
})

describe('charts that creators made', () => {
  it('are drawn in frames of no origin, which are reused after a resize', async () => {
    const page = await gallery.open({ show: 'framed' })
    const frame = page.frameLocator('#bar iframe')
    await frame.locator('svg.marks .mark-rect path').first().waitFor()

    expect(await page.locator('svg.marks').count()).toBe(0)
    expect(await page.$eval('#bar iframe', (element) => element.getAttribute('sandbox'))).toBe('allow-scripts')
    const inside = await frame.locator('body').evaluate(() => {
      const open = (act: () => unknown): boolean => {
        try {
          act()
          return true
        } catch {
          return false
        }
      }
      return {
        origin: self.origin,
        peer: typeof RTCPeerConnection,
        isAround: open(() => window.parent.document.title),
        hasStorage: open(() => localStorage.length),
      }
    })
    expect(inside).toEqual({ origin: 'null', peer: 'undefined', isAround: false, hasStorage: false })
    await page.locator('#bar figure[aria-busy=false]').waitFor()
    expect((await page.evaluate(() => (window as unknown as { told: Told }).told)).violations).toEqual([])
    const line = page.frameLocator('#line iframe')
    await line.locator('svg.marks .role-legend').first().waitFor()
    const before = gallery.asked().filter((path) => path === '/embed/chart-frame').length
    const isBelow = () =>
      line.locator('svg.marks').evaluate((svg) => {
        const bottomOf = (part: string): number => svg.querySelector(part)?.getBoundingClientRect().bottom ?? 0
        return bottomOf('.role-legend') > bottomOf('.role-axis')
      })
    expect(await isBelow()).toBe(false)
    await page.setViewportSize({ width: 380, height: 900 })

    await expect.poll(isBelow, soon).toBe(true)
    expect(gallery.asked().filter((path) => path === '/embed/chart-frame')).toHaveLength(before)
  })

  it('say what is under the pointer in the page, and let people look into it', async () => {
    const page = await gallery.open({ show: 'framed' })
    const bar = page.frameLocator('#bar iframe').locator('svg .mark-rect path').first()
    await bar.hover()

    const tooltip = page.locator('#bar [role="tooltip"]:not([hidden])')
    await tooltip.waitFor()
    expect(await tooltip.textContent()).toMatch(/Status.*Revenue\$/)
    const [over, of] = [await tooltip.boundingBox(), await bar.boundingBox()]
    expect(Math.abs((over?.x ?? 0) - ((of?.x ?? 0) + (of?.width ?? 0) / 2))).toBeLessThan(40)
    await bar.click()
    await expect
      .poll(async () => (await page.evaluate(() => (window as unknown as { told: Told }).told)).drills, soon)
      .toEqual([{ member: 'orders.status', value: 'paid', widgetId: 'bar' }])
  })

  it('are walked through by keys', async () => {
    const page = await gallery.open({ show: 'framed' })
    await page.frameLocator('#bar iframe').locator('svg .mark-rect path').first().waitFor()
    await page.keyboard.press('Tab')

    const tooltip = page.locator('#bar [role="tooltip"]:not([hidden])')
    await expect.poll(() => tooltip.textContent(), soon).toContain('paid')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => tooltip.textContent(), soon).toContain('open')
    expect(await tooltip.getAttribute('aria-live')).toBe('polite')
    await page.keyboard.press('Escape')
    await expect.poll(() => tooltip.count(), soon).toBe(0)
  })

  it('of more marks than can be drawn are tables', async () => {
    const page = await gallery.open({ show: 'large' })
    await page.waitForSelector('#large table')

    expect(await page.locator('#large').textContent()).toContain('6,000 marks, more than the 5,000')
  })
})
