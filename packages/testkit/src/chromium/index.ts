/** A real browser for pages. */
export { launchChromium } from './launch.ts'
export type { Browser, BrowserContext, Frame, Page } from 'playwright-core'
