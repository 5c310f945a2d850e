import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import {
  type Certificates,
  cloneDatabase,
  deploymentOwnedBy,
  filesOf,
  makeCertificates,
  type RunningServer,
  send,
  spyingHandlers,
  startServer,
  type TestDatabase,
} from '#test'

const host = 'acme.test'
let database: TestDatabase
let certificates: Certificates
let owner: RunningServer
let ca: string
let tenant: { tenantId: number; key: string }

const settings = () => ({
  FACET_MODE: 'production',
  FACET_DRAIN_MS: '0',
  FACET_TRUSTED_PROXIES: '10.9.9.9',
  FACET_TLS_CERT_FILE: certificates.certFile,
  FACET_TLS_KEY_FILE: certificates.keyFile,
})

beforeAll(async () => {
  certificates = await makeCertificates('node')
  ca = readFileSync(certificates.certFile, 'utf8')
  database = await cloneDatabase(inject('postgresUrl'))
  // The address is given: in production one of loopback is taken for nobody else's.
  owner = await startServer(settings(), database, { handlers: spyingHandlers().handlers })
  const { port } = new URL(owner.address)
  await database.query('update nodes set address = $1', [`https://localhost:${port}`])
  tenant = await owner.addTenant(host)
})
afterAll(async () => {
  await owner.stop()
  await database.drop()
  certificates.remove()
})

const ask = async (more: Record<string, string>) => {
  const asked = await startServer({ ...settings(), ...more }, database, { roles: ['api'] })
  const url = `${asked.address}${filesOf(deploymentOwnedBy(asked, tenant.tenantId, owner.services.cluster.self))}`
  const answer = await send(url, { headers: { host, authorization: `Bearer ${tenant.key}` }, ca, servername: 'localhost' })
  await asked.stop()
  return { answer, logs: asked.logs }
}

describe('nodes that speak TLS to each other', () => {
  it('know each other by the given certificates, whatever host the caller named', async () => {
    const { answer } = await ask({ FACET_CLUSTER_CA_FILE: certificates.certFile })

    expect(answer).toMatchObject({ status: 200, body: { data: [] } })
    expect(answer.headers['x-facet-node']).toBeUndefined()
    expect(answer.headers['strict-transport-security']).toBeDefined()
  })

  it('pass nothing on to one they do not know', async () => {
    const { answer, logs } = await ask({})

    expect(answer).toMatchObject({ status: 503, body: { code: 'service_unavailable' } })
    expect(logs.find((line) => line.includes('the owner is unreachable'))).toMatch(/self-signed certificate/)
  })

  it('are not listed with an address that others would take for their own', async () => {
    const { logs } = owner

    expect(logs.some((line) => line.includes('other nodes cannot reach this one at https://127.0.0.1:'))).toBe(true)
  })
})
