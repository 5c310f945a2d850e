import { describe, expect, it } from 'vitest'
import { expectSoon } from './eventually.ts'
import { askedOf, type HostWindow, mountAt, ready, stateOf } from './host.ts'
import { givenSites, type Sites } from './sites.ts'

const sites = givenSites()

describe('preload', () => {
  it('fetches the page and its files in a hidden frame, uses no session, and leaves nothing behind', async () => {
    const page = await sites().open()
    const before = sites().asked.length
    const hidden = await page.evaluate((url) => {
      ;(window as unknown as HostWindow).FacetEmbed.preload(url)
      const frame = document.querySelector('iframe')
      return frame && [frame.hidden, frame.getAttribute('sandbox'), frame.getAttribute('allow')]
    }, sites().facet)

    expect(hidden).toEqual([true, 'allow-scripts allow-same-origin allow-forms', ''])
    await expectSoon(async () => (await page.$$('iframe')).length, 0)
    expect(sites().asked.slice(before)).toEqual(['/embed/dashboard/preload?preload=1', '/page.js'])
  })

  it('refuses the origin of the host', async () => {
    const page = await sites().open()
    const code = await page.evaluate(() => {
      try {
        return (window as unknown as HostWindow).FacetEmbed.preload(window.origin)
      } catch (error) {
        return (error as { code: string }).code
      }
    })

    expect(code).toBe('same_origin')
    expect(await page.$$('iframe')).toEqual([])
  })
})

describe("loading: 'visible'", () => {
  const scrollTo = (page: Awaited<ReturnType<Sites['open']>>, px: number) => page.evaluate((top) => window.scrollTo(0, top), px)
  /** An observer tells in a frame of the browser: two later it has told. */
  const painted = (page: Awaited<ReturnType<Sites['open']>>) =>
    page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

  it('loads nothing and requests no session until the frame is near the viewport', async () => {
    const page = await sites().open('/far')
    await mountAt(page, 'a', sites().facet, { options: { loading: 'visible' } })
    await scrollTo(page, 1000)
    await painted(page)
    expect([await askedOf(page), (await page.$$('iframe')).length, await stateOf(page, 'a')]).toEqual([[], 0, 'loading'])
    const renewed = page.evaluate(() => (window as unknown as HostWindow).embeds['a']?.renew().then(() => 'shown'))
    await scrollTo(page, 4100)

    await ready(page, 'a')
    expect(await askedOf(page)).toEqual(['a start'])
    expect(await renewed).toBe('shown')
  })

  it('loads nothing when it is destroyed before', async () => {
    const page = await sites().open('/far')
    await mountAt(page, 'a', sites().facet, { options: { loading: 'visible' } })
    await painted(page)
    await page.evaluate(() => (window as unknown as HostWindow).embeds['a']?.destroy())
    await scrollTo(page, 5000)
    await painted(page)

    expect([await askedOf(page), (await page.$$('iframe')).length]).toEqual([[], 0])
  })
})
