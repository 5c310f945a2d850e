import { createClient } from '@facet/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate, readMigrations } from '#db'
import { dumps, findWallProblems, restoreDump, type RestoredDump, type RunningServer, serviceUser, startServer } from '#test'

it('keeps at least one dump', () => {
  expect(dumps).toEqual(expect.arrayContaining(['schema-7', 'schema-8', 'schema-9']))
})

describe.each(dumps)('the dump of %s, migrated and served', (name) => {
  let dump: RestoredDump
  let server: RunningServer
  let migrated: { to: number }
  let wallProblems: string[]

  const clientOf = (host: string, key?: string) =>
    createClient({ baseUrl: server.address, headers: { 'x-forwarded-host': host }, ...(key === undefined ? {} : { key }) })
  const admin = () => clientOf(dump.seeded.host, dump.seeded.adminKey)
  const params = () => ({ deploymentId: dump.seeded.deploymentId })

  beforeAll(async () => {
    dump = await restoreDump(name)
    migrated = await migrate({ url: dump.database.adminUrl, serviceUser }, () => undefined)
    // Ahead of the service, which drops the dump's outdated partitions while they would be looked at.
    wallProblems = await findWallProblems(dump.database.query, serviceUser)
    server = await startServer({ FACET_ROOT_KEY: dump.seeded.rootKey }, dump.database)
  })
  afterAll(async () => {
    await server.stop()
    await dump.database.drop()
  })

  it('comes to the newest schema with its walls, and the service is ready on it', async () => {
    expect(migrated.to).toBe(readMigrations().length)
    expect(wallProblems).toEqual([])
    expect((await fetch(`${server.address}/readyz`)).status).toBe(200)
  })

  it('answers who there is, to keys that hold', async () => {
    expect(await admin().getCurrentUser()).toMatchObject({ isAdmin: true, email: `ada@${dump.seeded.host}` })
    expect((await admin().listUsers()).items.map(({ email }) => email)).toEqual(expect.arrayContaining([`grace@${dump.seeded.host}`]))
    await expect(clientOf(dump.seeded.host, dump.seeded.deletedKey).getCurrentUser()).rejects.toMatchObject({ status: 401 })
  })

  it('has the deployment with its settings, and opens what was sealed', async () => {
    expect((await admin().getDeployments()).items.map(({ name: title }) => title)).toEqual(['Sales'])
    expect(await admin().getEnvVariables({ params: params() })).toMatchObject({ items: [{ name: 'CUBEJS_DB_HOST' }] })
    expect((await admin().getTenantSettings()).embedOrigins).toEqual(['https://app.seeded.test'])
  })

  it('has the data model, read from its objects and written further', async () => {
    const { branch } = dump.seeded
    const files = async (on: string): Promise<string> =>
      JSON.stringify((await admin().listFiles({ params: params(), query: { branchName: on, withContent: true } })).data)
    const { items } = await admin().listBranches({ params: params() })

    expect(items.map(({ name: title }) => title)).toEqual(expect.arrayContaining(['main', branch]))
    expect(await files('main')).toContain('name: orders')
    const { branchName } = await admin().startDevMode({ params: params(), body: { branchName: branch } })
    await admin().updateFiles({
      params: params(),
      body: { branchName: branchName ?? '', files: [{ path: 'model/cubes/later.yml', content: 'cubes: []\n' }] },
    })
    expect(await files(branchName ?? '')).toContain('later.yml')
  })

  it('mints and exchanges for users it knew, and refuses what was minted then', async () => {
    const { host, mintKey, deploymentId, usedSessionId } = dump.seeded
    const page = clientOf(host)
    const session = await clientOf(host, mintKey).generateSession({
      body: { deploymentId, externalId: 'u-1', embedTenantName: 'acme-corp', groups: ['premium'] },
    })
    const { token } = await page.exchangeSession({ body: { sessionId: session.sessionId } })

    expect((await clientOf(host, token).getDeployment({ params: params() })).id).toBe(deploymentId)
    await expect(page.exchangeSession({ body: { sessionId: usedSessionId } })).rejects.toMatchObject({
      code: expect.stringMatching(/^session_(used|expired)$/),
    })
    expect((await admin().listEmbedTenants()).items.map(({ name: title }) => title)).toEqual(
      expect.arrayContaining(['acme-corp', 'globex']),
    )
  })

  it('has the trail, and writes to it', async () => {
    const operations = async (): Promise<string[]> =>
      (await admin().listAuditLogs({ query: { first: 1000 } })).items.map((entry) => entry.operation)
    expect(await operations()).toEqual(expect.arrayContaining(['deleteApiKey', 'commitChanges', 'revokeEmbedSessions']))

    await admin().createGroup({ body: { name: 'later' } })

    expect((await operations())[0]).toBe('createGroup')
  })

  it('shows a tenant nothing of another', async () => {
    const { other, host, adminKey } = dump.seeded
    await expect(admin().getDeployment({ params: { deploymentId: other.deploymentId } })).rejects.toMatchObject({ status: 404 })
    await expect(clientOf(other.host, adminKey).getCurrentUser()).rejects.toMatchObject({ status: 401 })
    expect((await clientOf(other.host, other.adminKey).getDeployments()).items).toMatchObject([{ name: 'Theirs' }])
    expect(host).not.toBe(other.host)
  })
})

it('facet migrate creates the current partitions of an old dump', async () => {
  const { database } = await restoreDump('schema-7')
  const partitions = () =>
    database.query<{ name: string }>(
      "select c.relname as name from pg_class c where c.relispartition and c.relkind = 'r' and c.relname ~ '_[0-9]+$' order by 1",
    )
  try {
    // As time leaves it behind: its hours are dropped, and no month of it is the present one.
    for (const { name } of await partitions()) await database.query(`drop table ${name}`)

    await migrate({ url: database.adminUrl, serviceUser }, () => undefined)

    const [now] = await database.query<{ month: string; hour: string }>(
      "select 'audit_entries_' || to_char(now() at time zone 'utc', 'YYYYMM') as month, 'embed_sessions_' || facet_bucket(now()) as hour",
    )
    expect((await partitions()).map(({ name }) => name)).toEqual(expect.arrayContaining([now?.month, now?.hour]))
    expect(await findWallProblems(database.query, serviceUser)).toEqual([])
  } finally {
    await database.drop()
  }
})
