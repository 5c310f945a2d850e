import type { EmbedSessionNews } from '@facet/contract'
import { describe, expect, onTestFinished } from 'vitest'
import { type Actor, givenToken, newestSessionId, useServer, withOwner } from '#test'

const perUser = 3
const perTenant = 5
const server = useServer({
  FACET_EMBED_STREAMS_PER_USER: String(perUser),
  FACET_EMBED_STREAMS_PER_TENANT: String(perTenant),
})
const it = withOwner(server).extend('token', ({ owner }) => givenToken(server, owner))
const path = '/api/v1/embed/session/watch'
const aliveFor = (seconds: number) => ({ type: 'alive', expiresInSeconds: expect.closeTo(seconds, -2) as number })
const open = () => server.services().embed.watches.count()

/** A token that soon ends by itself, and its stream with it. */
const givenShortToken = async (owner: Actor) => {
  const minter = await server.colleague(owner, { role: 'Admin', expiresAt: new Date(Date.now() + 3000) })
  return givenToken(server, { ...minter, deploymentId: owner.deploymentId })
}

/** A stream that is hung up at the end of the test. */
const watch = (owner: Actor, token: string) => {
  const controller = new AbortController()
  const lines = server.clientFor(owner, token).watchEmbedSession({}, { signal: controller.signal })[Symbol.asyncIterator]()
  onTestFinished(() => controller.abort())
  const next = async (): Promise<EmbedSessionNews | 'over'> => {
    const { done, value } = await lines.next()
    return done ? 'over' : value
  }
  return { next, hangUp: () => controller.abort() }
}

describe('watchEmbedSession', () => {
  it('says at once for how long the token lives, in an answer that nobody holds back or keeps', async ({ owner, token: { token } }) => {
    const controller = new AbortController()

    const answer = await fetch(`${server.url()}${path}`, {
      headers: { ...owner.headers, authorization: `Bearer ${token}` },
      signal: controller.signal,
    })
    const first = await answer.body?.getReader().read()
    controller.abort()

    expect(JSON.parse(Buffer.from(first?.value ?? []).toString())).toEqual(aliveFor(86_400))
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/x-ndjson',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      connection: 'close',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/./) as string,
      ratelimit: expect.stringMatching(/./) as string,
    })
  })

  it('has a line of the log and a count when the frame is closed', async ({ owner, token: { token } }) => {
    const stream = watch(owner, token)
    await stream.next()

    stream.hangUp()

    const lines = () =>
      server.logs.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ tenantId }) => tenantId === owner.tenantId)
    const told = { msg: 'request', operation: 'watchEmbedSession', status: 499 }
    await expect.poll(lines, { timeout: 30_000 }).toContainEqual(expect.objectContaining(told))
  })

  it('tells of the revocation of the session within two seconds, then ends', async ({ owner, token: { token } }) => {
    const stream = watch(owner, token)
    await stream.next()
    const embedSessionId = await newestSessionId(owner)

    const startedMs = performance.now()
    await owner.api.revokeEmbedSession({ params: { embedSessionId } })
    const told = await stream.next()

    expect(performance.now() - startedMs).toBeLessThan(2000)
    expect(told).toMatchObject({ type: 'ended', why: 'revoked', code: 'embed_token_revoked', message: expect.stringMatching(/revoked/) })
    expect(await stream.next()).toBe('over')
  })

  it('tells of the end of the token', async ({ owner }) => {
    const stream = watch(owner, (await givenShortToken(owner)).token)

    expect(await stream.next()).toMatchObject({ type: 'alive' })
    expect(await stream.next()).toMatchObject({ type: 'ended', why: 'expired', code: 'embed_token_expired' })
    expect(await stream.next()).toBe('over')
  })

  it('tells that embedding was turned off', async ({ owner }) => {
    const stream = watch(owner, (await givenToken(server, owner)).token)
    await stream.next()

    await owner.api.updateTenantSettings({ body: { embeddingEnabled: false } })

    expect(await stream.next()).toMatchObject({ type: 'ended', why: 'revoked', code: 'embedding_disabled' })
  })

  it('goes on when another session of the tenant ends', async ({ owner }) => {
    const [kept, ended] = [await givenToken(server, owner), await givenToken(server, owner)]
    const [stream, other] = [watch(owner, kept.token), watch(owner, ended.token)]
    await stream.next()
    await other.next()

    await owner.api.revokeEmbedSessions({ body: { externalId: ended.externalId } })
    expect(await other.next()).toMatchObject({ type: 'ended' })
    const news = stream.next()

    expect(await Promise.race([news, owner.api.getCurrentUser().then(() => 'nothing')])).toBe('nothing')
    await owner.api.revokeEmbedSessions({ body: { externalId: kept.externalId } })
    expect(await news).toMatchObject({ why: 'revoked' })
  })

  it('gives its place back when the caller hangs up', async ({ owner }) => {
    await expect.poll(open).toBe(0)
    const stream = watch(owner, (await givenToken(server, owner)).token)
    await stream.next()
    expect(open()).toBe(1)

    stream.hangUp()

    await expect.poll(open).toBe(0)
  })

  it('holds nothing open for a caller that asks for the head alone', async ({ owner, token: { token } }) => {
    const answer = await server.request({ headers: owner.headers, key: token }, path, { method: 'HEAD' })

    expect(answer.status).toBe(200)
    await expect.poll(open).toBe(0)
  })

  it('refuses streams beyond those of a user, whose own oldest gives way to a newer one of the same token', async ({ owner }) => {
    const user = { externalId: 'ada' }
    const [first, second] = [await givenToken(server, owner, user), await givenToken(server, owner, user)]
    const streams = Array.from({ length: perUser }, () => watch(owner, first.token))
    for (const stream of streams) await stream.next()

    const refused = await server.request({ headers: owner.headers, key: second.token }, path)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10'])
    expect(await refused.json()).toMatchObject({ code: 'too_many_streams', message: expect.stringMatching(/^This user has 3 streams/) })

    expect(await watch(owner, first.token).next()).toMatchObject({ type: 'alive' })
    expect(await streams[0]?.next()).toMatchObject({ type: 'ended', why: 'moved' })
    expect(open()).toBe(perUser)
  })

  it('refuses streams beyond those of a tenant, and no other tenant', async () => {
    const [owner, other] = [await server.admin(), await server.admin()]
    for (let user = 0; user < perTenant; user++) await watch(owner, (await givenToken(server, owner)).token).next()

    const refused = await server.outcome({ headers: owner.headers, key: (await givenToken(server, owner)).token }, 'watchEmbedSession', {})

    expect(refused).toEqual({ status: 429, code: 'too_many_streams' })
    expect(await watch(other, (await givenToken(server, other)).token).next()).toMatchObject({ type: 'alive' })
  })
})

describe('a stream that is held open', () => {
  const limited = useServer({ FACET_RATE_LIMIT_PER_EMBED_USER: '1', FACET_EMBED_STREAMS: '1' })

  it('takes nothing from the limit of other requests, and the node has so many', async () => {
    const owner = await limited.admin()
    const { api, token } = await givenToken(limited, owner)
    const other = await givenToken(limited, owner)
    const controller = new AbortController()
    const lines = api.watchEmbedSession({}, { signal: controller.signal })[Symbol.asyncIterator]()

    expect(await lines.next()).toMatchObject({ value: { type: 'alive' } })
    const beside = await limited.outcome({ headers: owner.headers, key: token }, 'getDeployment', { params: owner })
    const refused = await limited.outcome({ headers: owner.headers, key: other.token }, 'watchEmbedSession', {})
    controller.abort()

    expect(beside).toMatchObject({ status: 200 })
    expect(refused).toEqual({ status: 429, code: 'too_many_streams' })
  })
})
