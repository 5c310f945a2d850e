import { beforeAll, describe, expect, it } from 'vitest'
import { Failure } from '#kernel/failure'
import { type Answered, type RunningServer, send, testConfig, useRunningServer } from '#test'
import { createTransport, hostNameOf } from './transport.ts'

const ask = (server: RunningServer, key: string, headers: Record<string, string> = {}): Promise<Answered> =>
  send(`${server.address}/api/v1/users/me`, { headers: { host: 'only.test', authorization: `Bearer ${key}`, ...headers } })

const plainRefused = { status: 403, body: { code: 'https_required' } }

describe('in production, without TLS of its own', () => {
  const server = useRunningServer({ FACET_MODE: 'production', FACET_TRUSTED_PROXIES: '127.0.0.1' })
  let key: string

  beforeAll(async () => {
    key = (await server.addTenant('only.test')).key
  })

  it('refuses plain HTTP, whatever the credential', async () => {
    expect(await ask(server, key)).toMatchObject(plainRefused)
    expect(await ask(server, 'sk-nothing')).toMatchObject(plainRefused)
    expect(await ask(server, key, { 'x-forwarded-proto': 'http' })).toMatchObject(plainRefused)
    expect(await ask(server, key, { 'x-forwarded-proto': 'http, https' })).toMatchObject(plainRefused)
  })

  it('accepts what came to the trusted proxy over HTTPS, and writes https in its addresses', async () => {
    const secure = { 'x-forwarded-proto': 'https' }
    expect((await ask(server, key, secure)).status).toBe(200)

    const made = await send(`${server.address}/build/api/v1/deployments`, {
      method: 'POST',
      headers: { host: 'only.test', authorization: `Bearer ${key}`, 'content-type': 'application/json', ...secure },
      body: JSON.stringify({
        name: 'Sales',
        cloudProvider: 'cubecloud',
        isManaged: true,
        region: 'local',
        targetPlatform: 'aws',
        creationStep: 'project',
      }),
    })
    expect(made.text).toContain('"https://only.test/deployment/')
  })

  it('answers health checks over plain HTTP: the orchestrator is no proxy', async () => {
    expect((await send(`${server.address}/livez`)).status).toBe(200)
    expect((await send(`${server.address}/readyz`)).status).toBe(200)
  })
})

describe('in production, called by someone who is not the trusted proxy', () => {
  const server = useRunningServer({ FACET_MODE: 'production', FACET_TRUSTED_PROXIES: '10.0.0.0/8,fd00::/8' })
  let key: string

  beforeAll(async () => {
    key = (await server.addTenant('only.test')).key
  })

  it('does not believe that it came over HTTPS', async () => {
    expect(await ask(server, key, { 'x-forwarded-proto': 'https' })).toMatchObject(plainRefused)
    expect(await ask(server, key, { 'x-forwarded-proto': 'https', 'x-forwarded-for': '10.0.0.1' })).toMatchObject(plainRefused)
  })
})

describe('where a request came from', () => {
  const arrive = (settings: Record<string, string>, remoteAddress: string, headers: Record<string, string> = {}) => {
    try {
      return createTransport(testConfig('postgres://facet@db/facet', settings))({
        headers: { host: 'here.test', ...headers },
        socket: { remoteAddress },
      })
    } catch (error) {
      return error instanceof Failure ? error.code : error
    }
  }
  const development = { FACET_MODE: 'development', FACET_TRUSTED_PROXIES: '10.0.0.0/8' }
  const forwarded = { 'x-forwarded-host': 'there.test', 'x-forwarded-proto': 'https', 'x-forwarded-for': '198.51.100.1, 203.0.113.7' }

  it.each([
    ['this machine', '127.0.0.1', { host: 'here.test', origin: 'http://here.test', address: '127.0.0.1' }],
    ['this machine by its other address', '::1', { host: 'here.test', origin: 'http://here.test', address: '::1' }],
    [
      'this machine on a socket for both families',
      '::ffff:127.0.0.1',
      { host: 'here.test', origin: 'http://here.test', address: '::ffff:127.0.0.1' },
    ],
    ['the proxy', '10.1.2.3', { host: 'here.test', origin: 'http://here.test', address: '10.1.2.3' }],
    ['another machine', '192.168.1.7', 'https_required'],
    ['another machine on a socket for both families', '::ffff:192.168.1.7', 'https_required'],
  ])('decides about plain HTTP in development: %s', (_, peer, expected) => {
    expect(arrive(development, peer)).toEqual(expected)
  })

  it.each([
    ['the proxy', '10.1.2.3', { host: 'there.test', origin: 'https://there.test', address: '203.0.113.7' }],
    [
      'the proxy on a socket for both families',
      '::ffff:10.1.2.3',
      { host: 'there.test', origin: 'https://there.test', address: '203.0.113.7' },
    ],
    ['an IPv6 proxy', 'fd00::7', { host: 'there.test', origin: 'https://there.test', address: '203.0.113.7' }],
    ['someone else', '11.1.2.3', 'https_required'],
    ['this machine', '127.0.0.1', 'https_required'],
    ['someone whose address is unknown', '', 'https_required'],
  ])('decides about what was forwarded in production: %s', (_, peer, expected) => {
    expect(arrive({ FACET_MODE: 'production', FACET_TRUSTED_PROXIES: '10.0.0.0/8,fd00::/8' }, peer, forwarded)).toEqual(expected)
  })

  it.each([
    ['who called the proxy', '203.0.113.7', '203.0.113.7'],
    ['who called the first of several', '198.51.100.1, 203.0.113.7, 10.0.0.9, [fd00::8]:443', '203.0.113.7'],
    ['the first that was named where all are trusted', '10.0.0.4, 10.0.0.9', '10.0.0.4'],
    ['the proxy where nobody was named', ' , ', '10.1.2.3'],
  ])('is told by trusted proxies: %s', (_, passed, address) => {
    const settings = { FACET_MODE: 'production', FACET_TRUSTED_PROXIES: '10.0.0.0/8,fd00::/8' }

    expect(arrive(settings, '10.1.2.3', { ...forwarded, 'x-forwarded-for': passed })).toMatchObject({ address })
  })
})

it.each([
  ['Acme.Example.COM', 'acme.example.com'],
  ['acme.example.com:8443', 'acme.example.com'],
  ['acme.example.com.', 'acme.example.com'],
  ['acme.example.com.:443', 'acme.example.com'],
  ['[::1]:4000', '[::1]'],
  ['', ''],
])('a host name %s is looked up as %s', (host, name) => {
  expect(hostNameOf(host)).toBe(name)
})
