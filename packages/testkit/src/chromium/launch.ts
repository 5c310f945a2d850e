import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, type BrowserServer, chromium } from 'playwright-core'

const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
// The same engine without the browser around it. A page opens with half the processor time.
const headlessShell = '/usr/bin/chromium-headless-shell'

type ContextOptions = Parameters<Browser['newContext']>[0]

const findBrowser = ({ flags = [], paths = browsers }: { flags?: readonly string[]; paths?: readonly string[] } = {}) => {
  const executablePath = paths.find((path) => existsSync(path))
  if (executablePath === undefined) throw new Error(`Chromium was not found at ${paths.join(', ')}. Run tools/setup to install it.`)
  return {
    executablePath,
    // The browser's own sandbox needs a user other than root. The tests open only our own pages.
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', ...flags],
  }
}

/** Launches the system's Chromium, which tools/setup installs, without its background requests. */
export const launchChromium = (flags?: readonly string[]): Promise<Browser> => chromium.launch(findBrowser(flags ? { flags } : {}))

/** Launches it with the profile in this folder: `Default/Preferences` has its settings. */
export const launchChromiumIn = (folder: string, options: ContextOptions): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, { ...options, ...findBrowser() })

// Playwright would end the process on a signal, before the process has cleaned up. It still ends the browser when the process exits.
const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false }

/** Starts a headless browser that other processes connect to over a local port. */
export const launchChromiumServer = (): Promise<BrowserServer> =>
  chromium.launchServer({ ...findBrowser({ paths: [headlessShell, ...browsers] }), ...signals, host: '127.0.0.1' })

export const connectChromium = (address: string): Promise<Browser> => chromium.connect(address)
