import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserServer } from 'playwright-core'
import { connectChromium, launchChromiumServer } from './launch.ts'

/** Writes files into an empty folder. */
export type Build = (folder: string) => Promise<void>

export type SharedBrowser = { url: string; close: () => Promise<void> }

/** Starts the browser on the first request. After a crash, the next request starts a new one. */
const lazyBrowser = () => {
  let started: Promise<BrowserServer> | undefined
  const start = async (): Promise<BrowserServer> => {
    const server = await launchChromiumServer()
    server.once('close', () => {
      started = undefined
    })
    return server
  }
  return {
    address: async (): Promise<string> => {
      started ??= start()
      return (await started).wsEndpoint()
    },
    close: async (): Promise<void> => {
      const [server] = await Promise.allSettled([started])
      if (server?.status === 'fulfilled') await server.value?.close()
    },
  }
}

/**
 * Serves one Chromium, and files that are built once, to all test processes of a run. Runs in the process that starts the run. The
 * browser starts, and each build runs, on the first request for it.
 */
export const openSharedBrowser = async (builds: Readonly<Record<string, Build>>): Promise<SharedBrowser> => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-browser-'))
  const browser = lazyBrowser()
  const built = new Map<string, Promise<string>>()

  const build = async (name: string): Promise<string> => {
    const run = builds[name]
    if (!run) throw new Error(`Nothing is built under the name "${name}".`)
    const target = join(folder, name)
    mkdirSync(target)
    await run(target)
    return target
  }
  const answer = (name: string): Promise<string> => {
    if (name === 'browser') return browser.address()
    const folderOf = built.get(name) ?? build(name)
    built.set(name, folderOf)
    return folderOf
  }

  const server = createServer(({ url = '/' }, response) => {
    answer(url.slice(1)).then(
      (text) => response.end(text),
      (error: unknown) => response.writeHead(500).end(error instanceof Error ? (error.stack ?? error.message) : String(error)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await browser.close()
      await Promise.allSettled(built.values())
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const ask = async (url: string, name: string): Promise<string> => {
  const response = await fetch(`${url}/${name}`)
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return text
}

/** Connects to the browser of the run. Closing the result closes its own contexts only. */
export const connectSharedBrowser = async (url: string): Promise<Browser> => connectChromium(await ask(url, 'browser'))

/** Returns the folder of a build of the run. */
export const sharedBuild = (url: string, name: string): Promise<string> => ask(url, name)
