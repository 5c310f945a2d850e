import type { Page } from '@facet/testkit/chromium'
import { describe, expect, it } from 'vitest'
import { expectSoon } from './eventually.ts'
import { eventsOf, heightOf, type HostWindow, mountAt, openMounted, openReady, ready } from './host.ts'
import { givenSites } from './sites.ts'

const sites = givenSites()

const setHeight = (page: Page, px: number) =>
  page.evaluate((value) => (window as unknown as HostWindow).embeds['a']?.set({ filters: { 'box.px': { value } } }), px)
const loopsTold = async (page: Page): Promise<string[]> => (await eventsOf(page)).filter((event) => event.includes('height_loop'))

describe('the height', () => {
  it('follows the content when it grows and shrinks', async () => {
    const page = await openReady(sites())

    for (const px of [900, 120, 700.5]) {
      await setHeight(page, px)
      await expectSoon(() => heightOf(page, 'a'), px)
    }
    expect(await loopsTold(page)).toEqual([])
  })

  it('stops with an error when the content follows the frame', async () => {
    const page = await openMounted(sites(), { publicId: 'follows-frame' })
    await mountAt(page, 'b', sites().facet, { publicId: 'fills-frame' })

    await expectSoon(() => loopsTold(page), ['a error height_loop'])
    // 150 is what a frame has by itself; each height that was sent made the content 20 higher, and the fifth was not sent.
    expect(await heightOf(page, 'a')).toBe(150 + 5 * 20)
    expect(await heightOf(page, 'b')).toBe(150)
  })

  it('stops with an error when it oscillates', async () => {
    const page = await openMounted(sites(), { publicId: 'goes-back-and-forth' })

    await expectSoon(() => loopsTold(page), ['a error height_loop'])
    expect([300, 500]).toContain(await heightOf(page, 'a'))
  })

  it('is that of the container when the host says so', async () => {
    const page = await sites().open()
    await page.$eval('#a', (box: HTMLElement) => void (box.style.height = '333px'))
    await mountAt(page, 'a', sites().facet, { options: { height: 'container' } })
    await ready(page, 'a')
    await setHeight(page, 900)

    expect(await heightOf(page, 'a')).toBe(333)
  })
})
