import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Config } from '#context'
import { createClient } from '#db'
import { printedBy, quiet, type RunningServer, send, startServer, testConfig, useDatabase } from '#test'
import {
  createTenantCommand,
  listTenantsCommand,
  recoverAdminCommand,
  releaseDomainCommand,
  rotateEncryptionKeyCommand,
} from './operator.ts'

const database = useDatabase()
let server: RunningServer
let config: Config

beforeAll(async () => {
  config = testConfig(database.serviceUrl)
  server = await startServer({}, database)
})
afterAll(() => server.stop())

const create = (name: string, hosts = `${name}.test,www.${name}.test`, isJson = false): Promise<string> =>
  printedBy((output) => createTenantCommand(config, { name, host: hosts, 'admin-email': `ada@${name}.test` }, output), { isJson })
const recover = (tenant: string, email: string, more: { create?: 'true' } = {}): Promise<string> =>
  printedBy((output) => recoverAdminCommand(config, { tenant, email, ...more }, output))
const keyIn = (text: string): string => /sk-[A-Za-z0-9_-]{43}/.exec(text)?.[0] ?? ''
const whoAmI = (host: string, key: string) =>
  send(`${server.address}/api/v1/users/me`, { headers: { host, authorization: `Bearer ${key}` } })

describe('a database that is busy', () => {
  it('is waited for, longer than a request would, and the operator is told', async () => {
    const holder = createClient(database.adminUrl)
    await holder.connect()
    await holder.query('begin; lock table tenants in access exclusive mode')
    const told: string[] = []
    const listing = printedBy((output) => listTenantsCommand(config, { ...output, progress: (line) => void told.push(line) }))

    await expect
      .poll(() => told, { timeout: 20_000 })
      .toContainEqual(expect.stringMatching(/^waiting for the database, which is busy \(7 s/))
    await holder.query('rollback')
    await holder.end()

    expect(await listing).toEqual(expect.any(String))
  })

  it('that has no free connection is asked again', async () => {
    const name = new URL(database.serviceUrl).pathname.slice(1)
    await database.query(`alter database "${name}" connection limit 0`)
    const told: string[] = []
    const listing = printedBy((output) => listTenantsCommand(config, { ...output, progress: (line) => void told.push(line) }))

    await expect.poll(() => told.length, { timeout: 10_000 }).toBeGreaterThan(0)
    await database.query(`alter database "${name}" connection limit -1`)

    expect(await listing).toEqual(expect.any(String))
  })
})

describe('facet tenants', () => {
  it('create makes a tenant whose administrator can work at once, and shows the key', async () => {
    const made = await create('acme')

    expect(made).toBe(`administrator key, shown this once: ${keyIn(made)}`)
    for (const host of ['acme.test', 'www.acme.test'])
      expect(await whoAmI(host, keyIn(made))).toMatchObject({ status: 200, body: { email: 'ada@acme.test', isAdmin: true } })
  })

  it.each([
    ['https://foo.test/', /"https:\/\/foo.test\/" is not a host name\. Give names without scheme, port and path/],
    ['foo.test:8443', /"foo.test:8443" is not a host name/],
    ['*.foo.test', /"\*\.foo\.test" is not a host name/],
    ['foo.test,', /"" is not a host name/],
    ['foo.test,FOO.test', /names a host twice/],
  ])('create refuses hosts that no request could name: %s', async (hosts, problem) => {
    await expect(create('wrong', hosts)).rejects.toThrow(problem)
    expect(await database.query("select from tenants where name = 'wrong'")).toEqual([])
  })

  it('create takes hosts with blanks between them, and refuses a blank name and an address that is none', async () => {
    const made = await create('spaced', 'spaced.test, www.spaced.test')
    const wrong = (options: Record<string, string>) =>
      printedBy((output) =>
        createTenantCommand(config, { name: 'wrong', host: 'wrong.test', 'admin-email': 'ada@wrong.test', ...options }, output),
      )

    expect((await whoAmI('www.spaced.test', keyIn(made))).status).toBe(200)
    await expect(wrong({ name: '  ' })).rejects.toThrow('--name')
    await expect(wrong({ 'admin-email': 'nope' })).rejects.toThrow('--admin-email: "nope" is not an email address.')
    await expect(recover('spaced', 'nope', { create: 'true' })).rejects.toThrow('--email: "nope" is not an email address.')
  })

  it('create says which name is taken and changes nothing', async () => {
    const first = await create('beta')

    await expect(create('beta', 'other.test')).rejects.toThrow('A tenant called "beta" exists already.')

    expect((await whoAmI('beta.test', keyIn(first))).status).toBe(200)
    expect(await database.query("select host from tenant_hosts where host = 'other.test'")).toEqual([])
  })

  it('create says which host is taken, whatever its case', async () => {
    await create('gamma')

    await expect(create('delta', 'GAMMA.test')).rejects.toThrow('One of the hosts GAMMA.test belongs to another tenant.')

    expect(await database.query("select name from tenants where name = 'delta'")).toEqual([])
  })

  it('create takes no host that is a custom domain, or has one of another tenant below it', async () => {
    await create('claimer')
    const claim = async (domain: string | null) =>
      database.query(
        `insert into deployments (tenant_id, name, slug, creation_step, cloud_provider, region, target_platform, is_managed, release_channel_version, custom_domain)
         select id, $1, $1, 'ready', 'aws', 'local', 'local', true, '1', $1 from tenants where name = 'claimer'`,
        [domain],
      )
    await claim('data.claimed.test')
    await claim('also-claimed.test')

    for (const host of ['claimed.test', 'DATA.claimed.test', 'also-claimed.test'])
      await expect(create('late', host)).rejects.toThrow(`One of the hosts ${host} is, or has below it, a custom domain of a deployment.`)

    await expect(create('late', 'x.also-claimed.test')).resolves.toContain('administrator key')
  })

  it('create is a defect without what the command line requires', async () => {
    await expect(createTenantCommand(config, { name: 'x' }, quiet)).rejects.toThrow('--host was not given.')
  })

  it('create answers a script in JSON', async () => {
    const made = await create('epsilon', 'epsilon.test', true)

    expect(JSON.parse(made)).toMatchObject({ adminKey: keyIn(made) })
  })

  it('list shows every tenant with its hosts', async () => {
    await create('zeta')

    expect(await printedBy((output) => listTenantsCommand(config, output))).toMatch(/^\d+\tzeta\twww\.zeta\.test,zeta\.test$/m)
  })
})

describe('facet domains release', () => {
  it('takes a domain from the deployment that has it, and tells the trail of its tenant', async () => {
    await create('holder')
    await database.query(
      `insert into deployments (tenant_id, name, slug, creation_step, cloud_provider, region, target_platform, is_managed, release_channel_version, custom_domain)
       select id, 'a', 'a', 'ready', 'aws', 'local', 'local', true, '1', 'held.example' from tenants where name = 'holder'`,
    )
    const release = (domain: string) => printedBy((output) => releaseDomainCommand(config, { domain }, output))

    expect(await release('HELD.example')).toMatch(/^HELD\.example was taken from deployment \d+ of tenant \d+/)

    await expect(release('held.example')).rejects.toThrow('No deployment has the custom domain "held.example".')
    const entries = await database.query(
      "select e.operation, e.targets -> 0 ->> 'did' as did from audit_entries e join tenants t on t.id = e.tenant_id where t.name = 'holder'",
    )
    expect(entries).toContainEqual({ operation: 'facet domains release', did: 'updated' })
  })
})

describe('facet admin recover', () => {
  it('ends the old keys of a person and gives one new key that works', async () => {
    const old = keyIn(await create('eta'))
    expect((await whoAmI('eta.test', old)).status).toBe(200)

    const recovered = keyIn(await recover('eta', 'ADA@eta.test'))

    expect(await whoAmI('eta.test', recovered)).toMatchObject({ status: 200, body: { isAdmin: true } })
    await expect.poll(() => whoAmI('eta.test', old), { timeout: 30_000 }).toMatchObject({ status: 401 })
    expect(await database.query("select name from api_keys where name = 'recovered administrator'")).toHaveLength(1)
  })

  it('makes an administrator again of one who was deactivated and lost the role', async () => {
    await create('theta')
    await database.query("update principals set is_deactivated = true where name = 'ada@theta.test'")
    await database.query("delete from role_grants g using principals p where p.id = g.principal_id and p.name = 'ada@theta.test'")

    const key = keyIn(await recover('theta', 'ada@theta.test'))

    expect(await whoAmI('theta.test', key)).toMatchObject({ status: 200, body: { isAdmin: true, isDeactivated: false } })
  })

  it('makes the person when that is said, says so, and leaves the others alone', async () => {
    const ada = keyIn(await create('iota'))
    const said = await recover('iota', 'grace@iota.test', { create: 'true' })
    const grace = keyIn(said)

    expect(said).toMatch(/^grace@iota\.test is new in tenant iota, and an administrator of it\n/)

    expect(await whoAmI('iota.test', grace)).toMatchObject({ status: 200, body: { email: 'grace@iota.test', isAdmin: true } })
    expect((await whoAmI('iota.test', ada)).status).toBe(200)
  })

  it('names a tenant that does not exist', async () => {
    await expect(recover('nobody', 'x@y.test')).rejects.toThrow('There is no tenant called "nobody". See: facet tenants list')
  })

  it('leaves an entry in the trail', async () => {
    await create('kappa')
    await recover('kappa', 'ada@kappa.test')

    const entries = await database.query(
      "select operation, actor_kind from audit_entries a join tenants t on t.id = a.tenant_id where t.name = 'kappa' order by a.id",
    )
    expect(entries).toEqual([
      { operation: 'facet tenants create', actor_kind: 'operator' },
      { operation: 'facet admin recover', actor_kind: 'operator' },
    ])
  })
})

it('facet encryption-key rotate activates a new key beside a running server and reports it', async () => {
  await server.services.keyRing.check()
  const said = await printedBy((output) => rotateEncryptionKeyCommand(config, output))

  expect(said).toMatch(/^distributed encryption key \d+; .*\nactivated encryption key \d+\nrewrapped \d+ data keys; .*$/)
  expect(await database.query('select state from encryption_keys order by id')).toEqual([{ state: 'retired' }, { state: 'active' }])
})
