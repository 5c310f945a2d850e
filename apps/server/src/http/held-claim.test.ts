import { once } from 'node:events'
import { describe, expect, onTestFinished, vi } from 'vitest'
import {
  type Actor,
  type Answered,
  enterDevMode,
  givenFiles,
  headOf,
  holdStore,
  idleTransactions,
  send,
  useGitHost,
  useServer,
  withOwner,
} from '#test'
import { holdKey } from './held-claim.ts'

const host = useGitHost()
const server = useServer(host.settings)
const it = withOwner(server).extend('pending', () => givenPending())
let lastKey = 0
const newKey = (): string => `held-${++lastKey}`

const post = (who: Actor, rest: string, key: string, body: unknown): Promise<Answered> =>
  send(`${server.url()}/build/api/v1/deployments/${who.deploymentId}/${rest}`, {
    method: 'POST',
    headers: { ...who.headers, authorization: `Bearer ${who.key}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  })

/** A personal branch with something to commit, and the request that does: its object is the first that the store is given. */
const givenPending = async () => {
  const admin = await server.admin()
  const branchName = await enterDevMode(admin)
  await givenFiles(server, admin, 'main', { 'model/other.yml': 'other\n' })
  await givenFiles(server, admin, branchName, { 'model/orders.yml': 'orders\n' })
  const before = await headOf(server, admin, 'main')
  const key = newKey()
  const commit = () => post(admin, 'commit', key, { branchName, message: 'Once' })
  const commits = () =>
    server.query('select id from audit_entries where tenant_id = $1 and operation = $2 and outcome = $3', [
      admin.tenantId,
      'commitChanges',
      'done',
    ])
  return { admin, before, key, commit, commits }
}

type Row = { claim_id: number; seconds: number | null; response: string | null }
const claimsOf = (who: Actor, key: string) =>
  server.query<Row>(
    'select claim_id::int8::float8 as claim_id, extract(epoch from claimed_until - now())::float8 as seconds, response from idempotency_keys where tenant_id = $1 and key = $2',
    [who.tenantId, key],
  )

/** As if its process had died, or another request had taken it over. */
const change = (who: Actor, key: string, set: string) =>
  server.query(`update idempotency_keys set ${set} where tenant_id = $1 and key = $2`, [who.tenantId, key])

describe('the claim of an operation in steps', () => {
  it('is visible without an open transaction and settles with the effect', async ({ pending: { admin, key, commit } }) => {
    const { isHeld, release } = holdStore(server.services())
    const working = commit()
    await isHeld

    const [claim] = await claimsOf(admin, key)
    const open = await idleTransactions(server.database())
    release()
    const { status, text } = await working

    expect([claim?.response, open, status]).toEqual([null, 0, 200])
    expect(claim?.seconds).toBeGreaterThan(0)
    expect(await claimsOf(admin, key)).toEqual([{ claim_id: claim?.claim_id, seconds: null, response: text }])
  })

  it('returns 409 to a duplicate on another process until it settles', async ({ pending: { admin, key, commit, commits } }) => {
    const first = await commit()
    await change(admin, key, "response = null, claimed_until = now() + interval '1 minute'")

    const busy = await commit()
    await change(admin, key, `response = '${first.text}', claimed_until = null`)
    const settled = await commit()

    expect(busy).toMatchObject({ status: 409, body: { code: 'idempotency_in_progress' }, headers: { 'retry-after': '1' } })
    expect([settled.status, settled.text, settled.headers['idempotency-replayed']]).toEqual([200, first.text, 'true'])
    expect(await commits()).toHaveLength(1)
  })

  it('is renewed while the work goes on', async ({ pending: { admin, key, commit } }) => {
    const { isHeld, release } = holdStore(server.services())
    const working = commit()
    await isHeld
    await change(admin, key, "claimed_until = now() + interval '1 second'")

    await expect.poll(async () => (await claimsOf(admin, key))[0]?.seconds, { timeout: 30_000 }).toBeGreaterThan(5)

    release()
    expect((await working).status).toBe(200)
  })

  const watchRenewals = () => {
    const [begun, ended] = [vi.spyOn(globalThis, 'setInterval'), vi.spyOn(globalThis, 'clearInterval')]
    onTestFinished(() => void vi.restoreAllMocks())
    const renewals = () => begun.mock.results.flatMap(({ value }, n) => (begun.mock.calls[n]?.[1] === 3000 ? [value as unknown] : []))
    return { renewals, ended }
  }

  it('is renewed no more once it is settled, while a remote is waited for', async ({ admin }) => {
    await host.connect(admin)
    await admin.api.pull({ params: admin, body: { branchName: 'main' } })
    const branchName = await enterDevMode(admin)
    await admin.api.updateFiles({ params: admin, body: { branchName, files: [{ path: 'a.yml', content: 'cubes: []\n' }] } })
    const { isHeld, release } = host.holdPush()
    const { renewals, ended } = watchRenewals()

    const working = post(admin, 'commit', newKey(), { branchName, message: 'Once' })
    await isHeld
    const timers = renewals()
    for (const timer of timers) expect(ended).toHaveBeenCalledWith(timer)
    release()

    expect([timers.length, (await working).status]).toEqual([1, 200])
  })

  it('that was never settled is not by what is answered: a repetition does the work', async ({ admin }) => {
    const key = newKey()
    const [credential] = await server.query<{ id: string }>('select id from api_keys where tenant_id = $1', [admin.tenantId])
    const scope = { tenant_id: admin.tenantId, credential_id: Number(credential?.id), operation: 'commitChanges', key }
    const claim = await holdKey(server.services(), { scope, requestHash: Buffer.alloc(32), isSealed: false })
    if ('replay' in claim) throw new Error('The key was new.')

    await claim.amend('{"success":true}')
    claim.end()

    expect(await claimsOf(admin, key)).toMatchObject([{ response: null, seconds: expect.any(Number) as number }])
  })

  it('is renewed no more when the work is over, whatever came of it', async ({ pending: { admin, commit } }) => {
    const { renewals, ended } = watchRenewals()

    const done = await commit()
    const failed = await post(admin, 'commit', newKey(), { branchName: 'no such branch', message: 'Never' })

    expect([done.status, failed.status]).toEqual([200, 404])
    expect(renewals()).toHaveLength(2)
    for (const timer of renewals()) expect(ended).toHaveBeenCalledWith(timer)
  })

  it('is taken over when its process is gone', async ({ pending: { admin, key, commit, commits } }) => {
    await server.query(
      `insert into idempotency_keys (tenant_id, credential_id, operation, key, request_hash, claimed_until)
         select tenant_id, id, 'commitChanges', $2, 'of another body', now() - interval '1 second' from api_keys where tenant_id = $1`,
      [admin.tenantId, key],
    )

    const taken = await commit()
    const again = await commit()

    expect([taken.status, taken.headers['idempotency-replayed']]).toEqual([200, undefined])
    expect([again.status, again.text, again.headers['idempotency-replayed']]).toEqual([200, taken.text, 'true'])
    expect(await commits()).toHaveLength(1)
  })

  it('that was taken over ends the work of the first request, whatever that waits for', async ({ pending: { admin, key, commit } }) => {
    const arrival = Promise.withResolvers<null>()
    vi.spyOn(server.services().objects, 'put').mockImplementation(async (_key, _source, call) => {
      arrival.resolve(null)
      await once(call?.signal ?? new EventTarget(), 'abort')
      throw call?.signal?.reason
    })
    onTestFinished(() => void vi.restoreAllMocks())
    const working = commit()
    await arrival.promise

    await change(admin, key, "claim_id = nextval('facet_ids')")

    expect(await working).toMatchObject({ status: 409, body: { code: 'idempotency_in_progress' } })
  })

  it('that was taken over lets the first request change nothing any more', async ({ pending: { admin, before, key, commit, commits } }) => {
    const { isHeld, release } = holdStore(server.services())
    const working = commit()
    await isHeld
    await change(admin, key, "claim_id = nextval('facet_ids')")

    release()
    const late = await working

    expect(late).toMatchObject({ status: 409, body: { code: 'idempotency_in_progress' } })
    expect(await headOf(server, admin, 'main')).toBe(before)
    expect(await commits()).toEqual([])
    // What was taken over is not this request's to free.
    expect(await claimsOf(admin, key)).toHaveLength(1)
  })

  it('is freed by a request that failed', async ({ admin }) => {
    const key = newKey()
    await post(admin, 'branches', newKey(), { name: 'taken' })

    const refused = await post(admin, 'branches', key, { name: 'taken' })

    expect(refused).toMatchObject({ status: 409, body: { code: 'branch_name_taken' } })
    expect(await claimsOf(admin, key)).toEqual([])
    expect((await post(admin, 'branches', key, { name: 'free' })).status).toBe(200)
  })

  it('is refused for another body, while the first works and afterwards', async ({ pending: { admin, key, commit } }) => {
    const { isHeld, release } = holdStore(server.services())
    const working = commit()
    await isHeld

    const meanwhile = await post(admin, 'commit', key, { message: 'Another' })
    release()
    await working
    const later = await post(admin, 'commit', key, { message: 'Another' })

    for (const { status, body } of [meanwhile, later]) expect([status, body]).toMatchObject([422, { code: 'idempotency_key_reused' }])
  })
})
