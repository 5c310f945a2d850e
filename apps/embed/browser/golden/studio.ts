import { type Browser, launchChromium, type Page } from '@facet/testkit/chromium'
import { type GalleryFiles, galleryFiles } from '../gallery-files.ts'
import { type Gallery, openGallery } from '../gallery-site.ts'
import type { GoldenChart, View } from './charts.ts'
import { fingerprintOf } from './fingerprint.ts'

/** What would make other pixels of the same page on another machine, or the next time. */
const flags = ['--font-render-hinting=none', '--disable-lcd-text', '--force-color-profile=srgb', '--hide-scrollbars']

/** Pictures by the names of their charts, as PNG. */
export type Pictures = ReadonlyMap<string, Buffer>

export type Studio = {
  /** Of the browser, the first two numbers. */
  version: string
  fingerprint: string
  /** Draws charts with the page of this checkout, or with another that was built. */
  take: (charts: readonly GoldenChart[], files?: Promise<GalleryFiles>) => Promise<Pictures>
  close: () => Promise<void>
}

// A busy machine draws late.
const patience = { timeout: 120_000 }

const untilDrawn = async (page: Page, charts: readonly GoldenChart[]): Promise<void> => {
  await page.evaluate(() => document.fonts.ready)
  for (const { shown } of charts) {
    const drawn = shown.chart ? 'figure[aria-busy="false"] :is(svg, canvas)' : ':is(table, strong)'
    await page.waitForSelector(`#${shown.widget.id} ${drawn}`, patience)
  }
}

/** One at a time, and each at the same place: where on the page something stands shows in the edges of what is drawn. */
const showAlone = (page: Page, id: string): Promise<void> =>
  page.evaluate((alone) => {
    for (const section of document.querySelectorAll<HTMLElement>('.gallery > section')) section.hidden = section.id !== alone
    window.scrollTo(0, 0)
  }, id)

const maxShots = 20

/** Taken until two are equal: what is still moving is not drawn yet. */
const shoot = async (page: Page, id: string): Promise<Buffer> => {
  await showAlone(page, id)
  const take = (): Promise<Buffer> => page.locator(`#${id}`).screenshot({ animations: 'disabled', caret: 'hide', ...patience })
  let before = await take()
  for (let shots = 1; shots < maxShots; shots++) {
    const next = await take()
    if (next.equals(before)) return next
    before = next
  }
  throw new Error(`${id} does not come to rest: no two pictures of ${maxShots} are equal.`)
}

const shootTogether = async (gallery: Gallery, show: string, view: View, charts: readonly GoldenChart[]): Promise<[string, Buffer][]> => {
  const page = await gallery.open({ ...view, show, fonts: 'own' })
  try {
    await untilDrawn(page, charts)
    const taken: [string, Buffer][] = []
    for (const { name, shown } of charts) taken.push([name, await shoot(page, shown.widget.id)])
    return taken
  } finally {
    await page.context().close()
  }
}

const take = async (browser: Browser, charts: readonly GoldenChart[], files: GalleryFiles): Promise<Pictures> => {
  const together = [...Map.groupBy(charts, ({ view }) => JSON.stringify(view)).values()]
  const shows = together.map((each, place) => [`view-${place}`, each.map(({ shown }) => shown)] as const)
  const gallery = await openGallery(Object.fromEntries(shows), { browser, files })
  try {
    const pictures = new Map<string, Buffer>()
    for (const [place, each] of together.entries()) {
      const [first] = each
      if (!first) continue
      for (const [name, picture] of await shootTogether(gallery, `view-${place}`, first.view, each)) pictures.set(name, picture)
    }
    return pictures
  } finally {
    gallery.close()
  }
}

/** A browser that makes the same pictures of the same page, as far as a machine lets it. */
export const openStudio = async (): Promise<Studio> => {
  const browser = await launchChromium(flags)
  const own = galleryFiles()
  try {
    return {
      version: browser.version().split('.').slice(0, 2).join('.'),
      fingerprint: await fingerprintOf(browser),
      take: async (charts, files) => take(browser, charts, await (files ?? own)),
      close: () => browser.close(),
    }
  } catch (error) {
    await browser.close()
    throw error
  }
}
