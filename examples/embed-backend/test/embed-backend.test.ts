import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { type Client, createClient, type EmbedSession } from '@facet/client'
import { type RunningServer, startServer } from '@facet/server/testing'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { connect } from '../src/connect.ts'
import { createEmbed, type EmbedOptions, type Fetch, type Session } from '../src/embed.ts'

const root = join(import.meta.dirname, '..')

let facet: RunningServer
let facetUrl: string
let admin: Client
let backend: string
const processes: ChildProcess[] = []

const start = async (variables: Record<string, string>): Promise<string> => {
  const child = spawn(process.execPath, ['src/main.ts'], { cwd: root, env: { ...variables, PORT: '0' } })
  processes.push(child)
  return new Promise((resolve, reject) => {
    let said = ''
    const hear = (bytes: Buffer): void => {
      said += bytes.toString()
      const address = /listening on (\S+)/.exec(said)?.[1]
      if (address) resolve(address)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', (code) => reject(new Error(`The example ended with ${code}: ${said}`)))
  })
}

beforeAll(async () => {
  facet = await startServer()
  // On a busy machine a first statement can run out of time and take its connection along.
  await vi.waitUntil(async () => (await fetch(`${facet.address}/readyz`)).ok, { timeout: 30_000 })
  const { key } = await facet.addTenant('localhost')
  facetUrl = `http://localhost:${new URL(facet.address).port}`
  admin = createClient({ baseUrl: facetUrl, key })
  backend = await start(await connect(facetUrl, key, 'http://localhost:3000'))
  await admin.updateTenantSettings({ body: { embedOrigins: [backend] } })
})
afterAll(async () => {
  for (const child of processes) child.kill()
  await facet.stop()
  await facet.database.drop()
})

const signIn = async (user: string, at = backend): Promise<string> =>
  (await fetch(`${at}/api/login?user=${user}`, { method: 'POST' })).headers.get('set-cookie')?.split(';')[0] ?? ''

/** As the browser does: the cookie goes to its own backend only, and Facet is told the page's origin. */
const browserOf =
  (cookie: string, at = backend): Fetch =>
  (url, init) => {
    const headers = new Headers(init?.headers)
    headers.set('origin', at)
    if (url.startsWith(at)) headers.set('cookie', cookie)
    return fetch(url, { ...init, headers })
  }

const embedFor = (options: EmbedOptions): ReturnType<typeof createEmbed> => {
  const embed = createEmbed(options)
  onTestFinished(embed.destroy)
  return embed
}

const mintedFor = async (user: string, path = '/api/embed-session', body?: object): Promise<Session> => {
  const request = { method: 'POST', ...(body ? { body: JSON.stringify(body) } : {}) }
  return (await (await browserOf(await signIn(user))(`${backend}${path}`, request)).json()) as Session
}

const newest = async (): Promise<EmbedSession | undefined> => (await admin.listEmbedSessions({ query: { first: 1 } })).items[0]

describe('the example backend', () => {
  it('serves a page whose script opens the frame of the user who is signed in', async () => {
    const page = await fetch(backend)
    const tokens: string[] = []
    const embed = embedFor({ backend, fetch: browserOf(await signIn('ada')), onToken: ({ token }) => tokens.push(token) })
    await embed.refresh()

    expect(await page.text()).toContain('createEmbed')
    expect(await (await fetch(`${backend}/embed.js`)).text()).not.toContain('export type')
    const { items } = await admin.getDeployments()
    const deploymentId = items[0]?.id ?? 0
    const seen = await createClient({ baseUrl: facetUrl, key: tokens[0] }).getDeployment({ params: { deploymentId } })
    expect(seen.id).toBe(deploymentId)
    const session = await newest()
    expect(session).toMatchObject({ username: 'u-1001', embedTenantName: 'acme-corp', state: 'active' })
    const details = await admin.getEmbedSession({ params: { embedSessionId: session?.id ?? '' } })
    expect(details).toMatchObject({
      groups: ['premium', 'demo-viewers', 'system:tenant:acme-corp'],
      userAttributes: { region: 'eu', company: 'acme' },
    })
  })

  it('renews in place, once for several reasons at a time, and opens anew when the token no longer holds', async () => {
    const tokens: string[] = []
    const embed = embedFor({ backend, fetch: browserOf(await signIn('alan')), onToken: ({ token }) => tokens.push(token) })
    await embed.refresh()
    await Promise.all([embed.refresh(), embed.refresh()])
    expect(tokens).toHaveLength(2)

    await admin.revokeEmbedSessions({ body: { externalId: 'u-1002', embedTenantName: 'acme-corp' } })
    await embed.refresh()
    expect(new Set(tokens).size).toBe(3)
  })

  it.each([
    ['in the address', '/api/embed-session?customer=globex&embedTenantName=globex&user=grace', undefined],
    ['in the body', '/api/embed-session', { embedTenantName: 'globex', externalId: 'u-2001', customer: 'globex' }],
  ])('mints for the own customer whatever is asked for %s', async (_, path, body) => {
    const { user } = await mintedFor('ada', path, body)

    expect(user.customer).toBe('acme-corp')
    expect(await newest()).toMatchObject({ username: 'u-1001', embedTenantName: 'acme-corp' })
  })

  it('mints for the other customer when its own user asks', async () => {
    await mintedFor('grace')

    expect(await newest()).toMatchObject({ username: 'u-2001', embedTenantName: 'globex' })
  })

  it('does not let a frame of one customer carry on with a session of another', async () => {
    const ada = await mintedFor('ada')
    const { token } = await createClient({ baseUrl: facetUrl }).exchangeSession({ body: { sessionId: ada.sessionId } })
    const grace = await mintedFor('grace')
    const renewed = createClient({ baseUrl: facetUrl, key: token }).renewSession({ body: { sessionId: grace.sessionId } })

    await expect(renewed).rejects.toMatchObject({ code: 'session_mismatch' })
  })

  it('names the dashboard to those who are signed in, who may see it, and ends their sessions when asked', async () => {
    const fetch = browserOf(await signIn('grace'))
    const { dashboard } = (await (await fetch(`${backend}/api/view`)).json()) as { dashboard: string }
    const { sessionId } = (await (await fetch(`${backend}/api/embed-session`, { method: 'POST' })).json()) as Session
    const { token } = await createClient({ baseUrl: facetUrl }).exchangeSession({ body: { sessionId } })
    const frame = createClient({ baseUrl: facetUrl, key: token })
    expect(await frame.getDashboard({ params: { dashboardPublicId: dashboard } })).toMatchObject({ publicId: dashboard })

    expect((await fetch(`${backend}/api/end-sessions`, { method: 'POST' })).status).toBe(200)
    await expect
      .poll(() => frame.getDashboard({ params: { dashboardPublicId: dashboard } }).catch(({ code }) => code as string))
      .toBe('embed_token_revoked')
  })

  it.each(['', 'login=made-up'])('mints nothing for somebody who is not signed in (%j)', async (cookie) => {
    const answer = await browserOf(cookie)(`${backend}/api/embed-session`, { method: 'POST' })

    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ code: 'signed_out' })
  })

  it('tells the page by a code, and nobody but its log, what is wrong with its key', async () => {
    const broken = await start({ FACET_URL: facetUrl, FACET_MINT_KEY: 'sk-wrong', FACET_DEPLOYMENT_ID: '1' })
    const failures: unknown[] = []
    const embed = embedFor({
      backend: broken,
      fetch: browserOf(await signIn('ada', broken), broken),
      onFailure: (error) => failures.push(error),
    })
    await embed.refresh()

    expect(failures).toMatchObject([{ code: 'embedding_misconfigured' }])
    expect(String(failures[0])).not.toContain('key')
  })

  it('says that it is away, and when to come back, while minting is frozen', async () => {
    await facet.database.query('update tenants set embed_frozen_at = now()')
    onTestFinished(async () => void (await facet.database.query('update tenants set embed_frozen_at = null')))
    const ask = async (): Promise<Response> => browserOf(await signIn('ada'))(`${backend}/api/embed-session`, { method: 'POST' })

    await expect.poll(async () => (await ask()).status).toBe(503)
    const answer = await ask()
    expect(answer.headers.get('retry-after')).toBe('60')
    expect(await answer.json()).toMatchObject({ code: 'embedding_away' })
  })
})
