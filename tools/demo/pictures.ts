import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@facet/testkit/chromium'
import { openShop, wholePage } from './demo-page.ts'

type Scheme = 'light' | 'dark'

export const takePicture = async (page: Page, folder: string, scheme: Scheme): Promise<string> => {
  const path = join(folder, `demo-${scheme}.png`)
  await page.screenshot({ path, clip: { x: 0, y: 0, width: wholePage.width, height: 1160 } })
  return path
}

/** Makes the pictures of the README in both schemes. No test compares their content. */
export const makePictures = async (browser: Browser, url: string, folder: string): Promise<string[]> => {
  mkdirSync(folder, { recursive: true })
  const files: string[] = []
  for (const scheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ viewport: wholePage, colorScheme: scheme, locale: 'en-US' })
    files.push(await takePicture(await openShop(context, url), folder, scheme))
    await context.close()
  }
  return files
}
