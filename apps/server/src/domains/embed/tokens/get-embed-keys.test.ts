import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { describe, expect } from 'vitest'
import { rotateEmbedKey } from '#domains/embed/operator'
import { type Actor, expectTokenGood, givenToken, useServer, withOwner } from '#test'

const server = useServer('shared')
const it = withOwner(server)

const keysOf = async (owner: Actor) => (await server.anonymous(owner).getEmbedKeys({})).keys
const kidOf = (token: string): string => String(decodeProtectedHeader(token).kid)
const verified = async (owner: Actor, token: string) => jwtVerify(token, createLocalJWKSet({ keys: await keysOf(owner) }))
const rotate = (owner: Actor) => rotateEmbedKey(server.services().pool, server.services().keyRing, owner.tenantId)

/** The news of a rotation reaches a process on its own way. */
const expectShown = async (owner: Actor, many: number): Promise<void> => {
  await expect.poll(() => keysOf(owner), { interval: 5, timeout: 30_000 }).toHaveLength(many)
}

describe('getEmbedKeys', () => {
  it('shows the key that signs and the one that will, and nothing private', async ({ owner }) => {
    const keys = await keysOf(owner)

    expect(keys).toHaveLength(2)
    for (const key of keys) {
      expect(Object.keys(key).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
      expect(key).toMatchObject({ alg: 'ES256', crv: 'P-256', kty: 'EC', use: 'sig' })
    }
  })

  it('checks tokens, whose claims say who, where and for how long', async ({ owner }) => {
    const { token } = await givenToken(server, owner, { externalId: 'user-1' })

    const { payload, protectedHeader } = await verified(owner, token)

    expect(protectedHeader).toEqual({ alg: 'ES256', typ: 'JWT', kid: (await keysOf(owner))[0]?.kid })
    expect(payload).toMatchObject({ iss: 'cubecloud', aud: `facet:tenant:${owner.tenantId}`, deploymentId: owner.deploymentId })
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(86_400)
    expect(Math.abs((payload.iat ?? 0) - Date.now() / 1000)).toBeLessThan(60)
    const { items } = await owner.api.listEmbedSessions({ query: {} })
    expect(payload).toMatchObject({ sub: String(items[0]?.userId), jti: expect.stringMatching(/^\d+-\d+-[\w-]{22}$/) as string })
  })

  it('does not check the tokens of another tenant', async ({ owner, stranger }) => {
    const { token } = await givenToken(server, stranger)

    await expect(verified(owner, token)).rejects.toThrow(/no applicable key/)
  })

  it('goes on to the key it showed as next, and keeps the retired one while its tokens live', async ({ owner }) => {
    const before = await givenToken(server, owner)
    const [active, next] = (await keysOf(owner)).map(({ kid }) => kid)
    expect(kidOf(before.token)).toBe(active)

    await rotate(owner)
    await expectShown(owner, 3)
    const after = await givenToken(server, owner)

    expect(kidOf(after.token)).toBe(next)
    for (const { token } of [before, after]) {
      await expectTokenGood(server, owner, token)
      await verified(owner, token)
    }
  })

  it('no longer shows a key whose last token has ended', async ({ owner }) => {
    await givenToken(server, owner)
    await rotate(owner)
    await expectShown(owner, 3)

    await server.query(
      `update embed_signing_keys set retired_at = now() - interval '26 hours' where tenant_id = $1 and state = 'retired'`,
      [owner.tenantId],
    )

    await expectShown(owner, 2)
  })

  it('makes one pair for a tenant whose first twenty tokens come at once', async ({ owner }) => {
    const tokens = await Promise.all(Array.from({ length: 20 }, (_, n) => givenToken(server, owner, { externalId: `user-${n}` })))

    expect(new Set(tokens.map(({ token }) => kidOf(token))).size).toBe(1)
    expect(await keysOf(owner)).toHaveLength(2)
  })
})
