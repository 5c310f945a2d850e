/** A real browser for pages. */
export { launchChromium, launchChromiumIn } from './launch.ts'
export type { Browser, BrowserContext, Frame, Page } from 'playwright-core'
