import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Build, connectSharedBrowser, openSharedBrowser, sharedBuild } from '@facet/testkit/chromium'
import { expect, it, onTestFinished } from 'vitest'

const opened = async (builds: Readonly<Record<string, Build>> = {}): Promise<string> => {
  const shared = await openSharedBrowser(builds)
  onTestFinished(shared.close)
  return shared.url
}

it('launches another browser after a crash, and reports the crash to the tests that were connected', async () => {
  const url = await opened()
  const [first, second] = await Promise.all([connectSharedBrowser(url), connectSharedBrowser(url)])
  const crashed = new Promise((resolve) => second.once('disconnected', resolve))
  const page = await second.newPage()
  const session = await first.newBrowserCDPSession()
  await session.send('Browser.crash').catch(() => undefined)
  await crashed

  await expect(page.goto('about:blank')).rejects.toThrow(/closed/)
  await expect
    .poll(async () => (await (await connectSharedBrowser(url)).newPage()).evaluate(() => 'runs').catch(() => 'crashed'), {
      timeout: 30_000,
    })
    .toBe('runs')
})

it('runs a build once for all requests, and removes its folder at the end', async () => {
  let runs = 0
  const shared = await openSharedBrowser({ page: async (folder) => writeFileSync(join(folder, 'index.html'), `build ${++runs}`) })
  const folders = await Promise.all([sharedBuild(shared.url, 'page'), sharedBuild(shared.url, 'page')])

  expect(new Set(folders).size).toBe(1)
  expect(readFileSync(join(folders[0], 'index.html'), 'utf8')).toBe('build 1')
  await shared.close()
  expect(existsSync(folders[0])).toBe(false)
})

it('rejects with the error of a build that fails', async () => {
  const url = await opened({ page: () => Promise.reject(new Error('The page has a syntax error.')) })

  await expect(sharedBuild(url, 'page')).rejects.toThrow('The page has a syntax error.')
})
