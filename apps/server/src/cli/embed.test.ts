import { describe, expect, it, vi } from 'vitest'
import {
  type Actor,
  expectTokenGood,
  expectTokenRevoked,
  givenSession,
  givenToken,
  markOf,
  mint,
  programEnv,
  refusalOf,
  runFacet,
  useServer,
} from '#test'

const server = useServer()

const facet = (...args: string[]) => runFacet(['embed', ...args], programEnv(server.database().serviceUrl))
const named = (owner: Actor) => ['--tenant', markOf(owner)]
const exchange = (owner: Actor, sessionId: string) => server.anonymous(owner).exchangeSession({ body: { sessionId } })
const frozen = { status: 503, code: 'minting_frozen', retryAfterMs: 60_000 }

/** What the contract of the commands says: every process knows within two seconds. */
const soon = { interval: 10, timeout: 30_000 }
const mintsAgain = (owner: Actor) => vi.waitFor(() => mint(owner, { externalId: 'user-1' }), soon)
const mintsNothing = (owner: Actor) =>
  vi.waitFor(async () => expect(await refusalOf(mint(owner, { externalId: 'user-1' }))).toMatchObject(frozen), soon)

const trail = (owner: Actor) =>
  server.query(`select operation, actor_kind from audit_entries where tenant_id = $1 and operation like 'facet embed%' order by id`, [
    owner.tenantId,
  ])

describe('facet embed', () => {
  it.each(['freeze', 'thaw', 'revoke-all', 'rotate-key'])('%s needs to be told which tenant, or all', async (command) => {
    const owner = await server.admin()
    const { token } = await givenToken(server, owner)

    const { code, stderr, stdout } = await facet(command)

    expect([code === 0, stdout]).toEqual([false, ''])
    expect(stderr).toContain('--tenant NAME, or --all')
    await expectTokenGood(server, owner, token)
    expect(await mint(owner, { externalId: 'user-1' })).toMatch(/^es_/)
  })

  it.each(['freeze', 'revoke-all', 'rotate-key'])('%s names a tenant that does not exist', async (command) => {
    const { code, stderr } = await facet(command, '--tenant', 'nobody')

    expect(code).not.toBe(0)
    expect(stderr).toContain('There is no tenant called "nobody"')
  })

  it('freeze stops minting and exchanging of one tenant, thaw lets both go on, and tokens are not touched', async () => {
    const [owner, neighbour] = [await server.admin(), await server.admin()]
    const { token } = await givenToken(server, owner)
    const { sessionId } = await givenSession(owner)

    const { code, stdout } = await facet('freeze', ...named(owner))
    expect([code, stdout]).toEqual([0, expect.stringMatching(/frozen: nothing is minted or exchanged \(1 changed\)/) as string])
    expect(await refusalOf(exchange(owner, sessionId))).toMatchObject(frozen)
    await mintsNothing(owner)
    await expectTokenGood(server, owner, token)
    expect(await mint(neighbour, { externalId: 'user-1' })).toMatch(/^es_/)

    expect((await facet('thaw', ...named(owner))).stdout).toContain('thawed')
    await mintsAgain(owner)
    expect(await exchange(owner, sessionId)).toMatchObject({ expires_in: 86_400 })
    expect(await trail(owner)).toEqual([
      { operation: 'facet embed freeze', actor_kind: 'operator' },
      { operation: 'facet embed thaw', actor_kind: 'operator' },
    ])
  })

  it('freeze --all stops every tenant, and thaw --all lets them go on', async () => {
    const tenants = [await server.admin(), await server.admin()]
    try {
      expect((await facet('freeze', '--all')).stdout).toMatch(/^every tenant frozen/)
      for (const owner of tenants) await mintsNothing(owner)
    } finally {
      expect((await facet('thaw', '--all')).stdout).toMatch(/^every tenant thawed/)
    }
    for (const owner of tenants) await mintsAgain(owner)
  })

  it('revoke-all ends every session and token of one tenant minted until then, and nothing of others', async () => {
    const [owner, neighbour] = [await server.admin(), await server.admin()]
    const [own, theirs] = [await givenToken(server, owner), await givenToken(server, neighbour)]
    const { sessionId } = await givenSession(owner)
    await expectTokenGood(server, owner, own.token)

    expect(await facet('revoke-all', ...named(owner))).toMatchObject({ code: 0, stdout: expect.stringContaining('has ended') as string })

    await expectTokenRevoked(server, owner, own.token)
    expect(await refusalOf(exchange(owner, sessionId))).toMatchObject({ code: 'session_revoked' })
    await expectTokenGood(server, neighbour, theirs.token)
    await expectTokenGood(server, owner, (await givenToken(server, owner)).token)
    expect(await trail(owner)).toEqual([{ operation: 'facet embed revoke-all', actor_kind: 'operator' }])
  })

  it('revoke-all --all ends the tokens of every tenant', async () => {
    const [owner, neighbour] = [await server.admin(), await server.admin()]
    const [own, theirs] = [await givenToken(server, owner), await givenToken(server, neighbour)]

    expect((await facet('revoke-all', '--all')).code).toBe(0)

    await expectTokenRevoked(server, owner, own.token)
    await expectTokenRevoked(server, neighbour, theirs.token)
  })

  it('rotate-key signs with the next key, also of a tenant that never signed, and keeps tokens good', async () => {
    const [owner, unused] = [await server.admin(), await server.admin()]
    const { token } = await givenToken(server, owner)
    const kids = async (of: Actor) => (await server.anonymous(of).getEmbedKeys({})).keys.map(({ kid }) => kid)
    const before = await kids(owner)

    expect((await facet('rotate-key', ...named(owner))).stdout).toMatch(/^1 signing key rotated/)
    expect((await facet('rotate-key', ...named(unused))).code).toBe(0)

    await expect.poll(() => kids(owner), soon).toHaveLength(3)
    expect((await kids(owner)).slice(0, 2)).toEqual(before)
    expect(await kids(unused)).toHaveLength(2)
    await expectTokenGood(server, owner, token)
    await expectTokenGood(server, owner, (await givenToken(server, owner)).token)
    expect(await trail(owner)).toEqual([{ operation: 'facet embed rotate-key', actor_kind: 'operator' }])
  })
})
