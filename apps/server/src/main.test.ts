import { readdirSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { cloneDatabase, createEmptyDatabase, openRing, programEnv, rootKey, runFacet, send, serveFacet, type TestDatabase } from '#test'

let database: TestDatabase
let env: Record<string, string>

beforeAll(async () => {
  database = await cloneDatabase(inject('postgresUrl'))
  env = programEnv(database.serviceUrl)
})
afterAll(() => database.drop())

const listening = (): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => resolve(server))
  })
const portOf = (server: Server): number => {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
const tenant = (name: string) => [
  'tenants',
  'create',
  '--name',
  name,
  '--host',
  `${name}.test`,
  '--admin-email',
  `ada@${name}.test`,
  '--json',
]

describe('the program', () => {
  it('closes what whoever started it left open', async () => {
    const before = ['bash', '-c', 'exec 197</; exec "$@"', 'bash']

    const serving = await serveFacet({ ...env, FACET_LISTEN: '127.0.0.1:0' }, before)

    const held = readdirSync(`/proc/${serving.process.pid}/fd`)
    serving.process.kill()
    await serving.ended
    expect(held).toContain('2')
    expect(held).not.toContain('197')
  })

  it('tells all problems of its settings, and ends with 3', async () => {
    const { code, stderr } = await runFacet(['serve'], { FACET_POOL_SIZE: 'many' })

    expect(code).toBe(3)
    expect(stderr).toMatch(/^facet: The configuration has 5 problems:\n {2}- FACET_DATABASE_URL: /)
  })

  it('says that a tenant exists already, and ends with 1', async () => {
    const first = await runFacet(tenant('acme'), env)
    const second = await runFacet(tenant('acme'), env)

    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(first.stdout)).toHaveProperty('adminKey')
    expect(second).toMatchObject({ code: 1, stdout: '' })
    expect(second.stderr).toMatch(/^facet: A tenant called "acme" exists already\.\n/)
    expect(second.stderr).not.toContain('    at ')
  })

  it('finds what is missing, migrates, and is well', async () => {
    const empty = await createEmptyDatabase(inject('postgresUrl'))
    const settings = programEnv(empty.serviceUrl, { FACET_MIGRATE_DATABASE_URL: empty.url })

    const sick = await runFacet(['doctor'], settings)
    const migrated = await runFacet(['migrate'], settings)
    const well = await runFacet(['doctor'], settings)
    await empty.drop()

    expect([sick.code, migrated.code, well.code]).toEqual([1, 0, 0])
    expect(sick.stdout).toMatch(/^FAIL {2}schema: .*Run facet migrate\.$/m)
    expect(migrated.stdout).toMatch(/^applied 0001 tenancy in \d+ ms\n(.*\n)*the database went from schema 0 to \d+\n$/)
    expect(well.stdout).not.toContain('FAIL')
  })
})

describe('facet serve', () => {
  it('serves, and on SIGTERM stops in order and ends with 0', async () => {
    const { adminKey } = JSON.parse((await runFacet(tenant('served'), env)).stdout) as { adminKey: string }
    const serving = await serveFacet(env)
    const headers = { host: 'served.test', authorization: `Bearer ${adminKey}` }
    expect(await send(`${serving.address}/api/v1/users/me`, { headers })).toMatchObject({ status: 200, body: { email: 'ada@served.test' } })

    serving.process.kill('SIGTERM')

    expect(await serving.ended).toBe(0)
    expect(serving.log()).toContain('"msg":"stopped"')
    expect(serving.log()).not.toContain(adminKey.slice(3, 20))
    expect(await database.query('select id from nodes')).toEqual([])
  })

  it('ends with 1 and a reason when its port is taken', async () => {
    const other = await listening()
    const { code, stderr } = await runFacet(['serve'], { ...env, FACET_LISTEN: `127.0.0.1:${portOf(other)}` })
    other.close()

    expect(code).toBe(1)
    expect(stderr).toMatch(/^facet: FACET_LISTEN: cannot listen on 127\.0\.0\.1:\d+: another process is listening there\. Stop it/)
    expect(await database.query('select id from nodes')).toEqual([])
  })

  it('ends with 1 and names the variables when the root key is not the one of the database', async () => {
    const holder = openRing(database, { current: rootKey(7), previous: null })
    await holder.ring.check()
    await holder.close()

    const { code, stderr } = await runFacet(['serve'], { ...env, FACET_ROOT_KEY: rootKey(8).toString('base64') })

    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^facet: Encryption key \d+ was wrapped by root key \w+, which is neither FACET_ROOT_KEY nor FACET_ROOT_KEY_PREVIOUS/,
    )
  })

  it('ends with 1 and says what to run when the database was not migrated', async () => {
    const empty = await createEmptyDatabase(inject('postgresUrl'))
    const { code, stderr } = await runFacet(['serve'], programEnv(empty.serviceUrl))
    await empty.drop()

    expect(code).toBe(1)
    expect(stderr).toContain('facet migrate')
    expect(stderr).not.toContain('    at ')
  })

  it('ends with 1 when the database is not there', async () => {
    const { code, stderr } = await runFacet(['serve'], programEnv('postgres://facet@127.0.0.1:1/facet'))

    expect(code).toBe(1)
    expect(stderr).toMatch(/^facet: FACET_DATABASE_URL: PostgreSQL does not answer at 127\.0\.0\.1:1: nothing is listening there\./)
  })

  it('starts without an object store that does not answer, says so, and is not ready', async () => {
    const away = {
      FACET_OBJECT_STORE: 's3://facet',
      FACET_S3_ENDPOINT: 'http://127.0.0.1:1',
      FACET_S3_ACCESS_KEY_ID: 'facet',
      FACET_S3_SECRET_ACCESS_KEY: 'a secret',
    }
    const serving = await serveFacet({ ...env, ...away })

    expect((await send(`${serving.address}/readyz`)).status).toBe(503)
    serving.process.kill('SIGTERM')

    expect(await serving.ended).toBe(0)
    expect(serving.log()).toMatch(/"check":"object store","msg":"FACET_S3_ENDPOINT: .*nothing is listening there/)
    expect(serving.log()).not.toContain('a secret')
  })
})
