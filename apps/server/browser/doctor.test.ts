import { createServer as createHttpServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Frame, Page } from '@facet/testkit/chromium'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServer } from '#http'
import { handlers } from '#process/generated/handlers'
import { type Actor, chartOf, configOf, givenGrant, givenReportOf, givenSession, givenWorkbook, useServer } from '#test'
import { builtFolder, connectBrowser } from '../../../packages/embed/browser/shared.ts'

const server = useServer()
const usualSandbox = 'allow-scripts allow-same-origin allow-forms allow-downloads allow-popups'
let app: FastifyInstance
let doctor: string
let host: Server
let hostOrigin: string
let browser: Browser
let owner: Actor

/** The host's page has one frame, with the address and the sandbox that its own address says. */
const startHost = async (): Promise<Server> => {
  const started = createHttpServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://here')
    const attribute = (name: string): string => `${name}="${(searchParams.get(name) ?? '').replaceAll('&', '&amp;')}"`
    const html = `<!doctype html><iframe ${attribute('src')} ${attribute('sandbox')}></iframe>`
    response.writeHead(200, { 'content-type': 'text/html' }).end(html)
  })
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve))
  return started
}

beforeAll(async () => {
  browser = await connectBrowser()
  // The only tenant, which every host name leads to.
  owner = await server.admin()
  app = createServer(server.services(), { handlers, observer: { record: () => undefined }, embedPageFolder: await builtFolder('page') })
  doctor = `${await app.listen({ host: '127.0.0.1', port: 0 })}/embed/doctor`
  host = await startHost()
  hostOrigin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
})
afterAll(async () => {
  await browser.close()
  host.closeAllConnections()
  host.close()
  await app.close()
})

const frameIn = async (query: string, sandbox = usualSandbox): Promise<{ page: Page; frame: Frame }> => {
  const page = await browser.newPage()
  await page.goto(`${hostOrigin}/?${new URLSearchParams({ src: `${doctor}${query}`, sandbox }).toString()}`)
  const frame = page.frames()[1]
  if (!frame) throw new Error('The host has no frame.')
  return { page, frame }
}
const found = async (at: Page | Frame, about: string): Promise<string> => {
  const text = await at
    .locator('#findings li')
    .filter({ hasText: new RegExp(`^${about}: `) })
    .textContent({ timeout: 30_000 })
  return text ?? ''
}
const reportIn = (at: Page | Frame): Promise<string> => at.locator('#report').inputValue()

const allowHost = () => owner.api.updateTenantSettings({ body: { embedOrigins: [hostOrigin] } })

/** A published dashboard with a chart that all embed users see. */
const givenBoard = async (): Promise<string> => {
  const { params } = await givenWorkbook(owner)
  const reportId = await givenReportOf(owner, params, { meta: { kind: 'kpi' } })
  const body = { workbookId: params.workbookId, config: configOf(chartOf(reportId)) }
  const { publicId } = await owner.api.publishDashboard({ params, body })
  await givenGrant(server, owner, params.workbookId, { grantee_kind: 'all_embed_users' }, 'view')
  return publicId
}

describe('the embed doctor', () => {
  it('says outside of a frame that no page may frame a dashboard yet', async () => {
    const page = await browser.newPage()
    await page.goto(doctor)

    expect(await found(page, 'Framing')).toContain('Not in a frame')
    expect(await found(page, 'Origins')).toContain('embedOrigins of the tenant is empty')
    expect(await found(page, 'Clock')).toContain('Within')
    expect(await page.locator('#state').textContent()).toBe('1 to mend.')
  })

  it('says in a frame who is around it, and leaves the session of its address alone until it is told to use it', async () => {
    await allowHost()
    const { sessionId } = await givenSession(owner)
    const { frame } = await frameIn(`?session=${sessionId}`)

    expect(await found(frame, 'Framing')).toContain(`Around it: ${hostOrigin}.`)
    expect(await found(frame, 'Origins')).toBe(`Origins: embedOrigins names ${hostOrigin}.`)
    expect(await found(frame, 'Sandbox')).toContain('allow-scripts and allow-same-origin are there')
    expect(await found(frame, 'Storage')).toContain('None is needed')
    expect(frame.url()).toBe(doctor)
    expect((await owner.api.listEmbedSessions({ query: { first: 1 } })).items).toMatchObject([{ state: 'pending' }])

    await frame.getByRole('button', { name: 'Use the session' }).click()
    expect(await found(frame, 'Token')).toMatch(new RegExp(`in deployment ${owner.deploymentId}; it ends in 86400 s`))
    expect(await found(frame, 'Stream')).toContain('The first line (alive) came')

    const report = await reportIn(frame)
    expect(report).toMatch(/^200 the exchange of the session, \d+ ms, request [\w-]+$/m)
    expect(report).not.toMatch(/es_|eyJ/)
  })

  it('says whether the dashboard is seen, and how each of its widgets comes out', async () => {
    await allowHost()
    const publicId = await givenBoard()
    const { sessionId } = await givenSession(owner, { embedTenantName: 'acme-corp', userProfile: { displayName: 'Grace' } })
    const { frame } = await frameIn(`?dashboard=${publicId}&session=${sessionId}`)

    await frame.getByRole('button', { name: 'Use the session' }).click()

    expect(await found(frame, 'User')).toBe('User: Grace, of the embed tenant acme-corp.')
    expect(await found(frame, 'Dashboard')).toContain('Seen, version')
    expect(
      await frame
        .locator('#findings li')
        .filter({ hasText: /^Widget/ })
        .count(),
    ).toBeGreaterThan(0)
  })

  it('says why a session is refused', async () => {
    await allowHost()
    const { sessionId } = await givenSession(owner)
    await server.anonymous(owner).exchangeSession({ body: { sessionId } })
    const { frame } = await frameIn(`?session=${sessionId}`)

    await frame.getByRole('button', { name: 'Use the session' }).click()

    expect(await found(frame, 'Session')).toContain('401 session_used')
    expect(await reportIn(frame)).toContain('401 session_used the exchange of the session')
  })

  it.each([
    ['allow-scripts', '#state', 'Add allow-same-origin'],
    ['allow-same-origin', 'noscript', 'Add allow-scripts'],
  ])('names what a sandbox of "%s" lacks', async (sandbox, place, text) => {
    await allowHost()
    const { frame } = await frameIn('', sandbox)

    await expect.poll(() => frame.locator(place).textContent(), { timeout: 30_000 }).toContain(text)
  })

  it('is not shown to a page of another origin', async () => {
    await owner.api.updateTenantSettings({ body: { embedOrigins: ['https://elsewhere.example'] } })
    await expect
      .poll(async () => (await fetch(doctor)).headers.get('content-security-policy'), { timeout: 10_000 })
      .toContain('frame-ancestors https://elsewhere.example')
    const { frame } = await frameIn('')

    expect(await frame.locator('#findings').count()).toBe(0)
  })
})
