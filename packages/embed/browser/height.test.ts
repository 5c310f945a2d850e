import type { Page } from '@facet/testkit/chromium'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectSoon } from './eventually.ts'
import { eventsOf, type HostWindow, heightOf, mountAt, ready } from './host.ts'
import { openSites, type Sites } from './sites.ts'

let sites: Sites
beforeAll(async () => {
  sites = await openSites()
})
afterAll(() => sites.close())

const setHeight = (page: Page, px: number) =>
  page.evaluate((value) => (window as unknown as HostWindow).embeds['a']?.set({ filters: { 'box.px': { value } } }), px)
const loopsTold = async (page: Page): Promise<string[]> => (await eventsOf(page)).filter((event) => event.includes('height_loop'))

describe('the height', () => {
  it('follows the content both ways', async () => {
    const page = await sites.open()
    await mountAt(page, 'a', sites.facet)
    await ready(page, 'a')

    for (const px of [900, 120, 700.5]) {
      await setHeight(page, px)
      await expectSoon(() => heightOf(page, 'a'), px)
    }
    expect(await loopsTold(page)).toEqual([])
  })

  it('stops, with an error, where the content follows the frame', async () => {
    const page = await sites.open()
    await mountAt(page, 'a', sites.facet, { publicId: 'follows-frame' })
    await mountAt(page, 'b', sites.facet, { publicId: 'fills-frame' })

    await expectSoon(() => loopsTold(page), ['a error height_loop'])
    // 150 is what a frame has by itself; each height that was sent made the content 20 higher, and the fifth was not sent.
    expect(await heightOf(page, 'a')).toBe(150 + 5 * 20)
    expect(await heightOf(page, 'b')).toBe(150)
  })

  it('stops, with an error, where it goes back and forth', async () => {
    const page = await sites.open()
    await mountAt(page, 'a', sites.facet, { publicId: 'goes-back-and-forth' })

    await expectSoon(() => loopsTold(page), ['a error height_loop'])
    expect([300, 500]).toContain(await heightOf(page, 'a'))
  })

  it('is the container’s where the host says so, whatever the content', async () => {
    const page = await sites.open()
    await page.$eval('#a', (box: HTMLElement) => void (box.style.height = '333px'))
    await mountAt(page, 'a', sites.facet, { options: { height: 'container' } })
    await ready(page, 'a')
    await setHeight(page, 900)

    expect(await heightOf(page, 'a')).toBe(333)
  })
})
