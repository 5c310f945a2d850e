import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '@facet/testkit/chromium'
import { openShop, wholePage } from './demo-page.ts'

/** What the README shows, in both schemes. They are looked at by people and compared by nobody. */
export const makePictures = async (browser: Browser, url: string, folder: string): Promise<string[]> => {
  mkdirSync(folder, { recursive: true })
  const files: string[] = []
  for (const scheme of ['light', 'dark'] as const) {
    const file = join(folder, `demo-${scheme}.png`)
    const context = await browser.newContext({ viewport: wholePage, colorScheme: scheme, locale: 'en-US' })
    const page = await openShop(context, url)
    await page.screenshot({ path: file, clip: { x: 0, y: 0, width: wholePage.width, height: 1160 } })
    await context.close()
    files.push(file)
  }
  return files
}
