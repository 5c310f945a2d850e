import { rename, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, vi } from 'vitest'
import type { Restored } from '#domains/tenant/restore'
import {
  type Actor,
  copyDatabase,
  copyStore,
  dataSettings,
  givenEmbedTenant,
  givenKey,
  givenServiceAccount,
  givenSession,
  givenToken,
  givenUser,
  printedBy,
  programEnv,
  quiet,
  runFacet,
  type RunningServer,
  startServer,
  type TestDatabase,
  testConfig,
  useServer,
  withOwner,
} from '#test'
import { doctor } from './doctor.ts'
import { createTenantCommand } from './operator.ts'
import { restoredCommand } from './restored.ts'

const server = useServer()
const it = withOwner(server).extend('copy', () => givenCopy())

const storeOf = ({ serviceUrl }: TestDatabase): string => dataSettings(serviceUrl)['FACET_OBJECT_STORE'] ?? ''

const givenCopy = (): Promise<TestDatabase> => copyDatabase(server)
const givenStore = (copy: TestDatabase) => copyStore(server, copy)

const serveCopy = async (copy: TestDatabase, store: Record<string, string>): Promise<RunningServer> => {
  const running = await startServer(store, copy)
  onTestFinished(() => running.stop())
  return running
}
const restore = async (copy: TestDatabase, store: Record<string, string>): Promise<Restored> =>
  JSON.parse(await printedBy((output) => restoredCommand(testConfig(copy.serviceUrl, store), false, output), { isJson: true })) as Restored
const examine = (copy: TestDatabase, store: Record<string, string>): Promise<string> =>
  printedBy((output) => doctor(programEnv(copy.serviceUrl, store), ['api'], output))

const statusOf = async (running: RunningServer, { host }: Actor, key: string, path = '/api/v1/regions'): Promise<number> =>
  (await fetch(`${running.address}${path}`, { headers: { 'x-forwarded-host': host, authorization: `Bearer ${key}` } })).status

const trailOf = async (copy: TestDatabase, { tenantId }: Actor): Promise<string[]> => {
  const entries = await copy.query<{ targets: { kind: string; id: string; did: string }[] }>(
    `select targets from audit_entries where tenant_id = $1 and operation = 'facet restored' and actor_kind = 'operator' order by id`,
    [tenantId],
  )
  return entries.flatMap(({ targets }) => targets.map(({ kind, id, did }) => `${kind} ${id} ${did}`))
}

describe('a copy of the database', () => {
  it('is served only after facet restored, which ends everything that ended since the backup', async ({ owner }) => {
    const [leaked, kept] = [await givenKey(server, owner), await givenKey(server, owner)]
    const before = await givenToken(server, owner)
    const copy = await givenCopy()
    await owner.api.deleteApiKey({ params: { apiKeyId: leaked.keyId } })
    const store = await givenStore(copy)

    await expect(startServer(store, copy)).rejects.toThrow(
      /the database ends at \d+, so it is a backup from before it.* Run facet restored/s,
    )
    expect(await examine(copy, store)).toMatch(/FAIL {2}ledger: .*Run facet restored/)
    const late = createTenantCommand(testConfig(copy.serviceUrl, store), { name: 'late', host: 'l.test', 'admin-email': 'a@l.test' }, quiet)
    await expect(late).rejects.toThrow(/Run facet restored/)
    const done = await restore(copy, store)

    expect(done).toMatchObject({ restoreEpoch: 2, replayed: { api_key: 1 }, lost: [], withoutAdministrator: [] })
    expect(done.ids.after).toBeGreaterThan(done.ids.before + 1_000_000)
    const running = await serveCopy(copy, store)
    expect(await statusOf(running, owner, leaked.key)).toBe(401)
    expect(await statusOf(running, owner, kept.key)).toBe(200)
    expect(await statusOf(running, owner, before.token, `/api/v1/deployments/${owner.deploymentId}`)).toBe(401)
    expect(await trailOf(copy, owner)).toEqual([`api_key ${leaked.keyId} deleted`, `tenant ${owner.tenantId} sessions_ended`])
  })

  it('learns of every kind of ending, and of what was taken back', async ({ owner }) => {
    const account = await givenServiceAccount(server, owner)
    const [deleted, deactivated, back, demoted] = [
      await givenUser(owner),
      await givenUser(owner),
      await givenUser(owner),
      await givenUser(owner, { isAdmin: true }),
    ]
    const { embedTenantId, embedTenantName } = await givenEmbedTenant(server, owner)
    await givenSession(owner, { embedTenantName })
    const copy = await givenCopy()
    const { api } = owner
    await api.deleteServiceAccount({ params: { serviceAccountId: account.serviceAccountId } })
    await api.deleteUser({ params: { userId: deleted } })
    await api.updateUser({ params: { userId: deactivated }, body: { isDeactivated: true } })
    await api.updateUser({ params: { userId: back }, body: { isDeactivated: true } })
    await api.updateUser({ params: { userId: back }, body: { isDeactivated: false } })
    await api.updateUser({ params: { userId: demoted }, body: { isAdmin: false } })
    await api.deleteEmbedTenant({ params: { embedTenantName } })
    const late = await givenKey(server, owner)
    await api.deleteApiKey({ params: { apiKeyId: late.keyId } })

    const { replayed, absent } = await restore(copy, await givenStore(copy))

    // The account's key and the roles of both who were deleted go with them, and were told by themselves.
    expect(replayed).toEqual({ principal: 2, api_key: 1, role_grant: 3, principal_deactivated: 1, embed_tenant: 1 })
    expect(absent).toBeGreaterThanOrEqual(1)
    const ids = [deleted, deactivated, back, demoted, account.serviceAccountId]
    expect(
      await copy.query(
        `select p.id::int, p.is_deactivated, exists (select from role_grants g join roles r on r.id = g.role_id
           where g.principal_id = p.id and r.name = 'Admin') as is_admin from principals p where p.id = any ($1) order by p.id`,
        [ids],
      ),
    ).toEqual([
      { id: deactivated, is_deactivated: true, is_admin: false },
      { id: back, is_deactivated: false, is_admin: false },
      { id: demoted, is_deactivated: false, is_admin: false },
    ])
    expect(await copy.query('select from embed_tenants where id = $1 and removed_at is not null', [embedTenantId])).toHaveLength(1)
    expect((await trailOf(copy, owner)).toSorted()).toEqual(
      [
        `api_key ${account.keyId} deleted`,
        `embed_tenant ${embedTenantName} deleted`,
        `service_account ${account.serviceAccountId} deleted`,
        `service_account ${account.serviceAccountId} demoted`,
        `tenant ${owner.tenantId} sessions_ended`,
        `user ${deactivated} deactivated`,
        `user ${deleted} deleted`,
        `user ${deleted} demoted`,
        `user ${demoted} demoted`,
      ].toSorted(),
    )
  })

  it('is brought up to date by another run after one that ended halfway, and by a third for nothing', async ({ owner }) => {
    const leaked = await givenKey(server, owner)
    const copy = await givenCopy()
    await owner.api.deleteApiKey({ params: { apiKeyId: leaked.keyId } })
    const store = await givenStore(copy)
    // As in a copy from months ago, which has no place for the audit entries of today.
    const [month] = await copy.query<{ name: string }>("select 'audit_entries_' || to_char(now() at time zone 'utc', 'YYYYMM') as name")
    await copy.query(`drop table ${month?.name}`)
    await copy.query("create function halt() returns trigger language plpgsql as $$ begin raise 'halted'; end $$")
    await copy.query('create trigger halt before update on installation for each row execute function halt()')

    await expect(restore(copy, store)).rejects.toThrow('halted')
    await expect(startServer(store, copy)).rejects.toThrow(/Run facet restored/)
    await copy.query('drop trigger halt on installation')

    expect((await restore(copy, store)).restoreEpoch).toBe(2)
    expect(await restore(copy, store)).toMatchObject({ restoreEpoch: 3, replayed: {}, ledger: { entriesRead: 0 } })
    const running = await serveCopy(copy, store)
    expect(await statusOf(running, owner, leaked.key)).toBe(401)
    expect((await trailOf(copy, owner)).filter((line) => line.startsWith('api_key'))).toHaveLength(1)
  })

  it('begins a life that no other had, also when it is brought back a second time', async ({ copy }) => {
    const again = await copy.copy()
    onTestFinished(() => again.drop())
    const store = await givenStore(copy)

    const [first, second] = [await restore(copy, store), await restore(again, store)]

    // What was issued in the first of them does not hold in the second.
    expect([first.restoreEpoch, second.restoreEpoch]).toEqual([2, 3])
    expect(second.ledger.after).toBeGreaterThan(first.ledger.after)
  })

  it('tells again what it had told last before what it learnt, so that an older copy learns both in their order', async ({ owner }) => {
    const leaver = await givenUser(owner)
    const freshness = (isDeactivated: boolean) => owner.api.updateUser({ params: { userId: leaver }, body: { isDeactivated } })
    const older = await givenCopy()
    await freshness(true)
    await freshness(false)
    const newer = await givenCopy()
    // Taken before it knew that the store has what it numbered last.
    await newer.query(
      `update ledger_entries set stored_at = null where number >= (select max(number) from ledger_entries where not is_marker)`,
    )
    await freshness(true)
    const store = await givenStore(older)

    await restore(newer, store)
    await restore(older, store)

    for (const copy of [newer, older])
      expect(await copy.query('select is_deactivated from principals where id = $1', [leaver])).toEqual([{ is_deactivated: true }])
  })

  it('fences off the database it is a copy of, which then says so', async () => {
    const other = await startServer()
    onTestFinished(() => other.stop())
    const { key } = await other.addTenant('own.test')
    await vi.waitFor(() => fetch(`${other.address}/readyz`))
    const copy = await other.database.copy()
    onTestFinished(() => copy.drop())

    const { code, stdout } = await runFacet(['restored'], programEnv(copy.serviceUrl, { FACET_OBJECT_STORE: storeOf(other.database) }))

    expect([code, stdout]).toEqual([0, expect.stringContaining('restore epoch 2') as string])
    // The next entry that the first one writes, or the next look at the store, meets what the copy wrote.
    await vi.waitFor(() => other.database.query("select nextval('facet_ids')"))
    await expect(other.services.ledger.stale).resolves.toMatch(/Another database wrote entry|was left behind when another backup/)
    const answer = await fetch(`${other.address}/api/v1/regions`, {
      headers: { 'x-forwarded-host': 'own.test', authorization: `Bearer ${key}` },
    })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    expect((await fetch(`${other.address}/readyz`)).status).toBe(503)
    await other.stop()
    await other.database.drop()
  })
})

describe('a store that is not the one', () => {
  it('is no witness: nothing is served on its word, and what was ended is given up only when that is said', async ({ owner, copy }) => {
    const store = await givenStore(copy)
    await restore(copy, store)
    const empty = { FACET_OBJECT_STORE: `${store.FACET_OBJECT_STORE}-not-mounted` }

    const unsure = await serveCopy(copy, empty)
    expect(await statusOf(unsure, owner, owner.key)).toBe(503)
    await unsure.stop()
    expect(await examine(copy, empty)).toMatch(/FAIL {2}ledger: The object store does not have entry \d+ .* --accept-lost-revocations/)
    await expect(restore(copy, empty)).rejects.toThrow(/does not have entry \d+/)
    await printedBy((output) => restoredCommand(testConfig(copy.serviceUrl, empty), true, output))

    const running = await serveCopy(copy, empty)
    expect(await statusOf(running, owner, owner.key)).toBe(200)
    expect(await examine(copy, empty)).toMatch(/ok {4}ledger/)
  })

  it.for(['not mounted', 'away'])(
    'is not told what a command does (%s), so that a copy is known to be one when its own is back',
    async (how, { owner }) => {
      const leaked = await givenKey(server, owner)
      const copy = await givenCopy()
      await owner.api.deleteApiKey({ params: { apiKeyId: leaked.keyId } })
      const store = await givenStore(copy)
      const wrong = how === 'away' ? 'file:///dev/null/objects' : `${store.FACET_OBJECT_STORE}-not-mounted`
      const numberOf = async () => (await copy.query<{ number: string }>('select number from ledger'))[0]?.number
      const before = await numberOf()

      const host = `${how.replace(' ', '-')}.test`
      const tenant = { name: host, host, 'admin-email': `a@${host}` }
      await createTenantCommand(testConfig(copy.serviceUrl, { FACET_OBJECT_STORE: wrong }), tenant, quiet)

      expect(await numberOf()).toBe(before)
      await expect(startServer(store, copy)).rejects.toThrow(/is a backup from before it.* Run facet restored/s)
      expect(await restore(copy, store)).toMatchObject({ replayed: { api_key: 1 }, lost: [] })
    },
  )
})

describe('while the object store does not answer', () => {
  it('refuses a copy without --accept-lost-revocations and replays the ledger later', async ({ owner }) => {
    const leaked = await givenKey(server, owner)
    const copy = await givenCopy()
    await owner.api.deleteApiKey({ params: { apiKeyId: leaked.keyId } })
    const store = await givenStore(copy)
    const away = { FACET_OBJECT_STORE: 'file:///dev/null/objects' }
    const restoreBlind = (isLossAccepted: boolean) =>
      printedBy((output) => restoredCommand(testConfig(copy.serviceUrl, away), isLossAccepted, output))

    await expect(restoreBlind(false)).rejects.toThrow(/does not answer: ENOTDIR.*--accept-lost-revocations/s)
    expect(await restoreBlind(true)).toMatch(/LOST {2}The object store does not answer/)

    const blind = await serveCopy(copy, away)
    expect(await statusOf(blind, owner, leaked.key)).toBe(200)
    await blind.stop()
    const seeing = await serveCopy(copy, store)
    expect(await statusOf(seeing, owner, leaked.key)).toBe(200)
    await seeing.stop()
    expect(await examine(copy, store)).toMatch(/FAIL {2}ledger: What was ended after entry \d+ was skipped .* Run facet restored/)

    expect(await restore(copy, store)).toMatchObject({ replayed: { api_key: 1 }, lost: [] })
    const running = await serveCopy(copy, store)
    expect(await statusOf(running, owner, leaked.key)).toBe(401)
    expect(await examine(copy, store)).toMatch(/ok {4}ledger/)
  })

  it('a database that is asked for the first time is not served, and served as soon as it answers', async ({ owner, copy }) => {
    const store = await givenStore(copy)
    await restore(copy, store)
    const there = fileURLToPath(store.FACET_OBJECT_STORE)
    await rename(there, `${there}-gone`)
    await writeFile(there, 'not a folder')

    const running = await serveCopy(copy, store)
    expect(await statusOf(running, owner, owner.key)).toBe(503)
    expect((await fetch(`${running.address}/readyz`)).status).toBe(503)
    await rm(there)
    await rename(`${there}-gone`, there)

    await vi.waitFor(async () => expect(await statusOf(running, owner, owner.key)).toBe(200), { timeout: 30_000, interval: 50 })
  })
})
