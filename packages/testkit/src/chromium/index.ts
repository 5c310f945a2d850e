/** A real browser for pages. */
export { launchChromium, launchChromiumIn } from './launch.ts'
export { type Build, connectSharedBrowser, openSharedBrowser, sharedBuild, type SharedBrowser } from './shared.ts'
export type { Browser, BrowserContext, Frame, Page } from 'playwright-core'
