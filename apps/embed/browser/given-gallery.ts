import type { Browser, Page } from '@facet/testkit/chromium'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { builtFolder, connectBrowser } from '../../../packages/embed/browser/shared.ts'
import { readGallery } from './gallery-files.ts'
import { type Gallery, openGallery, type Opening, type Shows } from './gallery-site.ts'

/** A gallery for the tests of a file. Each page closes with the test that opened it. */
export const givenGallery = (shows: Shows) => {
  let browser: Browser
  let gallery: Gallery
  beforeAll(async () => {
    browser = await connectBrowser()
    gallery = await openGallery(shows, { browser, files: readGallery(await builtFolder('gallery')) })
  })
  afterAll(async () => {
    await browser.close()
    gallery.close()
  })
  return {
    /** Paths requested since the file began. */
    asked: (): string[] => gallery.asked,
    open: async (options?: Opening): Promise<Page> => {
      const page = await gallery.open(options)
      onTestFinished(() => page.context().close())
      return page
    },
  }
}
