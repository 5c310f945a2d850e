import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

type ContextOptions = Parameters<Browser['newContext']>[0]

const findBrowser = (flags: readonly string[] = []) => {
  const executablePath = places.find((path) => existsSync(path))
  if (executablePath === undefined) throw new Error(`There is no Chromium at ${places.join(', ')}. tools/setup installs it.`)
  return {
    executablePath,
    // The sandbox of the browser needs a user other than root; pages here are our own.
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', ...flags],
  }
}

/** The system's browser, which tools/setup installs, without what it would do on its own: it asks nothing but what a page asks. */
export const launchChromium = (flags?: readonly string[]): Promise<Browser> => chromium.launch(findBrowser(flags))

/** The same with the settings of a person: they are in `Default/Preferences` of this folder. */
export const launchChromiumIn = (folder: string, options: ContextOptions): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, { ...options, ...findBrowser() })
