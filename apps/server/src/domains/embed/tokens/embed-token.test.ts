import { randomBytes } from 'node:crypto'
import type { GenerateSession } from '@facet/contract'
import { describe, expect } from 'vitest'
import { signEmbedToken, type TokenClaims } from '#access'
import { type Actor, expectTokenGood, givenDeployments, givenToken, useServer, withOwner } from '#test'

const server = useServer('shared')
const it = withOwner(server)

const readWith = (owner: Actor, authorization: string, deploymentId = owner.deploymentId) =>
  server.request({ headers: owner.headers }, `/api/v1/deployments/${deploymentId}`, { headers: { authorization } })
const part = (token: string, place: number): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[place] ?? '', 'base64url').toString()) as Record<string, unknown>
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const payloadOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
const claimsIn = (token: string): TokenClaims => {
  const payload = payloadOf(token)
  const [, bucket, id, tokenId] = /^(\d+)-(\d+)-(.{22})$/.exec(String(payload['jti'])) ?? []
  return {
    grantId: Number(id),
    grantBucket: Number(bucket),
    tokenId: Buffer.from(tokenId ?? '', 'base64url'),
    userId: Number(payload['sub']),
    deploymentId: Number(payload['deploymentId']),
    issuedAt: Number(payload['iat']),
    expiresAt: Number(payload['exp']),
  }
}
/** A token of other claims, signed with the very key of the tenant: only the grant can tell. */
const signedAs = async (owner: Actor, claims: TokenClaims, audience = owner.tenantId): Promise<string> => {
  const keys = await server.services().signingKeys.find(owner.tenantId, '')
  if (!keys) throw new Error('The tenant has signing keys.')
  return signEmbedToken(audience, keys, claims)
}
const read = (owner: Actor, token: string, deploymentId = owner.deploymentId) =>
  server.outcome({ headers: owner.headers, key: token }, 'getDeployment', { params: { deploymentId } })

describe('an embed token', () => {
  it.for(['Bearer', 'Embed-Token', 'Api-Key', 'bearer', 'embed-token'])('is taken after the word %s', async (word, { owner }) => {
    const { token } = await givenToken(server, owner)

    expect((await readWith(owner, `${word} ${token}`)).status).toBe(200)
  })

  it('reads its own deployment and no other', async ({ owner }) => {
    const [other = 0] = await givenDeployments(owner, 'Second')
    const { token } = await givenToken(server, owner)
    const answerOf = async (deploymentId: number) => {
      const answer = await readWith(owner, `Bearer ${token}`, deploymentId)
      return { status: answer.status, body: await answer.json() }
    }
    const refusal = (deploymentId: number) => ({
      status: 403,
      body: {
        code: 'forbidden',
        message: `This embed token is of a session for another deployment than ${deploymentId}. Mint a session for that deployment and exchange it.`,
      },
    })

    expect(await answerOf(owner.deploymentId)).toMatchObject({ status: 200, body: { id: owner.deploymentId } })
    expect(await answerOf(other)).toMatchObject(refusal(other))
    // What does not exist answers alike: nothing is learned of it.
    expect(await answerOf(999_999_999)).toMatchObject(refusal(999_999_999))
  })

  it('of an internal administrator may do no more than any other', async ({ owner }) => {
    await owner.api.createUser({ body: { email: 'ada@a.example', username: 'ada', isAdmin: true } })
    const { sessionId } = await owner.api.generateSession({ body: { deploymentId: owner.deploymentId, internalId: 'ada' } })
    const { token } = await server.anonymous(owner).exchangeSession({ body: { sessionId } })

    const caller = { headers: owner.headers, key: token }
    expect(await server.outcome(caller, 'getDeployment', { params: { deploymentId: owner.deploymentId } })).toMatchObject({ status: 200 })
    expect(await server.outcome(caller, 'listApiKeys', {})).toEqual({ status: 403, code: 'forbidden' })
  })

  it('gets at content in creator mode, with an embed tenant to have a workspace in, and not otherwise', async ({ owner }) => {
    await owner.api.updateTenantSettings({ body: { useCreatorMode: true } })
    const isRefused = async (body: Partial<GenerateSession>): Promise<boolean> => {
      const { token } = await givenToken(server, owner, body)
      const caller = { headers: owner.headers, key: token }
      const { status } = await server.outcome(caller, 'workspaceObjects', { params: { deploymentId: owner.deploymentId } })
      return status === 403
    }

    expect(await isRefused({})).toBe(true)
    expect(await isRefused({ embedTenantName: 'acme-corp' })).toBe(true)
    expect(await isRefused({ creatorMode: true })).toBe(true)
    expect(await isRefused({ creatorMode: true, embedTenantName: 'acme-corp' })).toBe(false)
  })

  it.each([
    ['another signature', (token: string) => `${token.slice(0, -4)}AAAA`],
    ['no signature', (token: string) => `${token.split('.').slice(0, 2).join('.')}.`],
    ['no algorithm', (token: string) => `${encoded({ ...part(token, 0), alg: 'none' })}.${token.split('.')[1]}.x`],
    ['another algorithm', (token: string) => `${encoded({ ...part(token, 0), alg: 'HS256' })}.${token.split('.').slice(1).join('.')}`],
    ['an unknown key', (token: string) => `${encoded({ ...part(token, 0), kid: '999999999' })}.${token.split('.').slice(1).join('.')}`],
    ['a key of its own', (token: string) => `${encoded({ ...part(token, 0), jwk: {} })}.${token.split('.').slice(1).join('.')}`],
    [
      'other claims',
      (token: string) => [token.split('.')[0], encoded({ ...part(token, 1), deploymentId: 1 }), token.split('.')[2]].join('.'),
    ],
  ])('with %s is refused', async (_, forge) => {
    const owner = await server.admin()
    const { token } = await givenToken(server, owner)

    expect((await readWith(owner, `Bearer ${forge(token)}`)).status).toBe(401)
    expect((await readWith(owner, `Bearer ${token}`)).status).toBe(200)
  })
})

describe('what an embed token says', () => {
  it('holds 128 random bits of its own', async ({ owner }) => {
    const made = Array.from({ length: 64 }, async () => claimsIn((await givenToken(server, owner)).token).tokenId)
    const ids = (await Promise.all(made)).map((id) => BigInt(`0x${id.toString('hex')}`))

    expect(new Set(ids).size).toBe(64)
    // Each bit is set in some and clear in others; the version in a UUID would not be.
    expect(ids.reduce((all, id) => all | id)).toBe(2n ** 128n - 1n)
    expect(ids.reduce((all, id) => all & id)).toBe(0n)
  })

  it.for<[claim: string, change: (claims: TokenClaims) => Partial<TokenClaims>]>([
    ['sub', ({ userId }) => ({ userId: userId + 1 })],
    ['the number in jti', ({ grantId }) => ({ grantId: grantId + 1 })],
    ['the hour in jti', ({ grantBucket }) => ({ grantBucket: grantBucket - 1 })],
    ['the random part of jti', () => ({ tokenId: randomBytes(16) })],
    [
      'one bit of the random part',
      ({ tokenId }) => ({ tokenId: Buffer.from(tokenId.map((byte, place) => (place === 15 ? byte ^ 128 : byte))) }),
    ],
    ['deploymentId', ({ deploymentId }) => ({ deploymentId: deploymentId + 1 })],
    ['iat', ({ issuedAt }) => ({ issuedAt: issuedAt - 1 })],
    ['exp', ({ expiresAt }) => ({ expiresAt: expiresAt + 1 })],
  ])('is compared with its grant: %s', async ([, change], { owner }) => {
    const { token } = await givenToken(server, owner)
    const claims = claimsIn(token)

    expect(await read(owner, await signedAs(owner, { ...claims, ...change(claims) }))).toEqual({ status: 401, code: 'unauthenticated' })
    expect(await read(owner, await signedAs(owner, claims))).toMatchObject({ status: 200 })
  })

  it('is compared with the tenant', async ({ owner }) => {
    const claims = claimsIn((await givenToken(server, owner)).token)

    expect(await read(owner, await signedAs(owner, claims, owner.tenantId + 1))).toMatchObject({ status: 401 })
  })

  it('ends with its grant, by the clock of the database', async ({ owner }) => {
    const claims = claimsIn((await givenToken(server, owner)).token)
    const [moved] = await server.query<{ exp: number }>(
      `update embed_grants set expires_at = clock_timestamp() + interval '1500 ms' where tenant_id = $1 returning floor(extract(epoch from expires_at))::int as exp`,
      [owner.tenantId],
    )
    const token = await signedAs(owner, { ...claims, expiresAt: moved?.exp ?? 0 })

    expect(await read(owner, token)).toMatchObject({ status: 200 })
    await expect.poll(() => read(owner, token), { interval: 20, timeout: 30_000 }).toEqual({ status: 401, code: 'embed_token_expired' })
    expect(await read(owner, await signedAs(owner, claims))).toEqual({ status: 401, code: 'unauthenticated' })
  })

  it('never makes one user another, though the numbers of sessions come again', async ({ owner }) => {
    const { query } = server.database()
    await givenToken(server, owner, { externalId: 'bob' })
    const { token } = await givenToken(server, owner, { externalId: 'ada' })
    const { grantId, grantBucket } = claimsIn(token)

    // As a restore does: the rows are gone, and the sequence stands where it stood before them.
    for (const table of ['embed_grants', 'embed_sessions']) await query(`delete from ${table} where tenant_id = $1`, [owner.tenantId])
    await query("select setval('facet_ids', $1)", [grantId - 1])
    const again = await givenToken(server, owner, { externalId: 'bob' })

    // Unless the hour has turned meanwhile, which only makes it easier.
    if (claimsIn(again.token).grantBucket === grantBucket) expect(claimsIn(again.token).grantId).toBe(grantId)
    await expectTokenGood(server, owner, again.token)
    expect(await read(owner, token)).toEqual({ status: 401, code: 'unauthenticated' })
  })
})
