import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '@facet/testkit/chromium'
import { openShop, wholePage } from './demo-page.ts'

type Scheme = 'light' | 'dark'

/** Makes the pictures of the README. No test compares their content. */
export const makePictures = async (browser: Browser, url: string, folder: string, schemes: readonly Scheme[]): Promise<string[]> => {
  mkdirSync(folder, { recursive: true })
  const files: string[] = []
  for (const scheme of schemes) {
    const file = join(folder, `demo-${scheme}.png`)
    const context = await browser.newContext({ viewport: wholePage, colorScheme: scheme, locale: 'en-US' })
    const page = await openShop(context, url)
    await page.screenshot({ path: file, clip: { x: 0, y: 0, width: wholePage.width, height: 1160 } })
    await context.close()
    files.push(file)
  }
  return files
}
