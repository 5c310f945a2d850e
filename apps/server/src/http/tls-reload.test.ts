import { type ConnectionOptions, connect } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Certificates, makeCertificates, type RunningServer, send, startServer } from '#test'

let certificates: Certificates
let server: RunningServer
let key: string

beforeAll(async () => {
  certificates = await makeCertificates('first')
  server = await startServer({
    FACET_MODE: 'production',
    FACET_TRUSTED_PROXIES: '',
    FACET_TLS_CERT_FILE: certificates.certFile,
    FACET_TLS_KEY_FILE: certificates.keyFile,
  })
  key = (await server.addTenant('localhost')).key
})
afterAll(async () => {
  await server.stop()
  await server.database.drop()
  certificates.remove()
})

type Shown = { name: string; protocol: string | null; certificate: string }

/** What a new connection is shown; nothing is trusted, since that is what is being looked at. */
const shown = (options: ConnectionOptions = {}): Promise<Shown> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.address)
    const socket = connect({ host: hostname, port: Number(port), servername: 'localhost', rejectUnauthorized: false, ...options }, () => {
      const { subject, raw } = socket.getPeerCertificate()
      const certificate = `-----BEGIN CERTIFICATE-----\n${raw.toString('base64')}\n-----END CERTIFICATE-----\n`
      resolve({ name: String(subject.CN), protocol: socket.getProtocol(), certificate })
      socket.destroy()
    })
    socket.on('error', reject)
  })

const ask = async () => {
  const { certificate } = await shown()
  return send(`${server.address.replace('127.0.0.1', 'localhost')}/api/v1/users/me`, {
    ca: certificate,
    headers: { authorization: `Bearer ${key}` },
  })
}
const name = async (): Promise<string> => (await shown()).name
const said = (text: string): number => server.logs.filter((line) => line.includes(text)).length

describe('a listener with TLS of its own', () => {
  it('serves over TLS 1.3 and 1.2, and nothing older', async () => {
    expect(await ask()).toMatchObject({ status: 200, headers: { 'strict-transport-security': 'max-age=31536000' } })
    expect((await shown()).protocol).toBe('TLSv1.3')
    expect((await shown({ maxVersion: 'TLSv1.2' })).protocol).toBe('TLSv1.2')
    await expect(shown({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1' })).rejects.toThrow()
  })

  it('takes no forwarded word for where a request came from', async () => {
    const { certificate } = await shown()
    const url = `${server.address.replace('127.0.0.1', 'localhost')}/api/v1/users/me`
    await server.addTenant('other.test')

    const answer = await send(url, { ca: certificate, headers: { authorization: `Bearer ${key}`, 'x-forwarded-host': 'other.test' } })

    expect(answer.status).toBe(200)
  })

  it('shows a renewed certificate to new connections without a restart', async () => {
    expect(await name()).not.toBe('renewed')

    await certificates.renew('renewed')

    await expect.poll(name, { timeout: 30_000 }).toBe('renewed')
    expect((await ask()).status).toBe(200)
    expect(said('the TLS certificate was reloaded')).toBeGreaterThan(0)
  })

  it('keeps the old pair while certificate and key do not fit, and takes the new one when they do', async () => {
    const before = await name()

    await certificates.renew('half a pair', { key: false })
    await expect.poll(() => said('the old one stays'), { timeout: 30_000 }).toBeGreaterThan(0)
    expect(await name()).toBe(before)
    expect((await ask()).status).toBe(200)

    await certificates.renew('whole again')
    await expect.poll(name, { timeout: 30_000 }).toBe('whole again')
  })

  it('refuses plain HTTP on its port', async () => {
    await expect(send(server.address.replace('https:', 'http:'))).rejects.toThrow()
  })
})
