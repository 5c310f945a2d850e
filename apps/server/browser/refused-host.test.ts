import { readFileSync } from 'node:fs'
import { createServer as createHttpServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Browser } from '@facet/testkit/chromium'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createServer } from '#http'
import { handlers } from '#process/generated/handlers'
import { useServer } from '#test'
import { builtFolder, connectBrowser } from '../../../packages/embed/browser/shared.ts'

const server = useServer()
let app: FastifyInstance
let facet: string
let host: Server
let hostOrigin: string
let browser: Browser

const startHost = async (): Promise<Server> => {
  const sdk = readFileSync(join(await builtFolder('sdk'), 'facet-embed.js'))
  const started = createHttpServer(({ url }, response) => {
    if (url === '/sdk.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(sdk)
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><script src="/sdk.js"></script><div id="a"></div>')
  })
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve))
  return started
}

beforeAll(async () => {
  browser = await connectBrowser()
  await server.admin()
  app = createServer(server.services(), { handlers, observer: { record: () => undefined }, embedPageFolder: await builtFolder('page') })
  facet = await app.listen({ host: '127.0.0.1', port: 0 })
  host = await startHost()
  hostOrigin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
})
afterAll(async () => {
  await browser.close()
  host.closeAllConnections()
  host.close()
  await app.close()
})

type Mount = (target: string, options: object) => { state: string; ready: Promise<unknown> }
type HostWindow = { FacetEmbed: { mount: Mount } }

it('reports origin_not_allowed within 5 s to a page outside embedOrigins, in its frame and in the console of a developer', async () => {
  const page = await browser.newPage()
  const warnings: string[] = []
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
  await page.goto(hostOrigin)

  const reported = await page.evaluate(async (url) => {
    const { FacetEmbed } = globalThis as unknown as HostWindow
    const session = async (): Promise<string> => 'es_1'
    const embed = FacetEmbed.mount('#a', { url, publicId: 'sales', title: 'Sales', session })
    const late = new Promise<string>((resolve) => setTimeout(() => resolve('nothing within 5 s'), 5000))
    const error = await Promise.race([embed.ready.then(() => 'ready').catch((reason: unknown) => JSON.stringify(reason)), late])
    return [embed.state, error]
  }, facet)

  const message = `${hostOrigin} is not in embedOrigins. An administrator adds it in the tenant settings.`
  expect(reported[0]).toBe('failed')
  const error = JSON.parse(String(reported[1])) as { requestId: string }
  expect(error).toMatchObject({ code: 'origin_not_allowed', message, retryable: false, requestId: expect.any(String) })
  expect(warnings).toEqual([`Facet: ${message} (origin_not_allowed, request ${error.requestId})`])
  expect(await page.frames()[1]?.locator('p').first().textContent()).toBe(message)
})
