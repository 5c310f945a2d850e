import { hash } from 'node:crypto'
import type { Browser } from '@facet/testkit/chromium'
import { PNG } from 'pngjs'
import { fontFile, fontPaths } from '../own-fonts.ts'

const faces = (): string =>
  fontPaths
    .map((path) => {
      const weight = /-(\d+)\./.exec(path)?.[1] ?? '400'
      const family = path.includes('japanese') ? 'Japanese' : 'Latin'
      return `@font-face{font-family:${family};font-weight:${weight};src:url(data:font/woff2;base64,${fontFile(path)?.toString('base64')})}`
    })
    .join('')

// Signs that the page writes and the fonts here do not all have: those come from the system.
const text = 'Hamburgefonstiv 0123456789 $€¥ %,. ▲▼■ – − … • Jan Dez ä é å 売上 東京 3月'

const lines = [11, 12, 14, 28]
  .flatMap((size) => [400, 600].map((weight) => `<p style="font:${weight} ${size}px Latin,Japanese,sans-serif">${text}</p>`))
  .join('')

const shapes =
  '<svg width="400" height="80"><defs><linearGradient id="g"><stop stop-color="#e0e8ff"/><stop offset="1" stop-color="#2456d6"/></linearGradient></defs><rect width="90" height="60" fill="url(#g)"/><circle cx="140.5" cy="30.25" r="27.7" fill="#b87f00" fill-opacity=".6"/><path d="M180 60C210 0 240 70 290 8.5" fill="none" stroke="#009e73" stroke-width="2" stroke-dasharray="4 2"/><path d="M340 30L340 4A26 26 0 1 1 316 41Z" fill="#c05f94" stroke="#fff"/></svg>'

/** One word for how this browser on this machine draws fonts and shapes. The page has no part in it. */
export const fingerprintOf = async (browser: Browser): Promise<string> => {
  const context = await browser.newContext({ viewport: { width: 900, height: 480 } })
  try {
    const page = await context.newPage()
    await page.setContent(`<!doctype html><style>${faces()}body{margin:8px}p{margin:0}</style>${lines}${shapes}`)
    await page.evaluate(() => document.fonts.ready)
    const { data } = PNG.sync.read(await page.screenshot())
    return hash('sha256', data)
  } finally {
    await context.close()
  }
}
