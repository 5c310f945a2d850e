import { describe, expect, it } from 'vitest'
import { frozenOf, itRefusesSessions, mint, type RefusedSession, refusedSessions, useServer } from '#test'

const server = useServer('shared')

const context = (securityContext: Record<string, unknown>) => ({ externalId: 'user-1', securityContext })
const nested = (levels: number): Record<string, unknown> => (levels === 1 ? { end: 1 } : { in: nested(levels - 1) })

const reserved = ['cubeCloud', 'u', 'scope', 'iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti'].map((name): RefusedSession => {
  const rule = `${name} at the top of a securityContext`
  return [rule, context({ [name]: 1 }), 400, 'security_context_reserved', new RegExp(`/body/securityContext/${name} `)]
})

// Parsed from text as on the wire: a literal would set the prototype instead of the key.
const prototypes = ['__proto__', 'constructor', 'prototype'].flatMap((name) => {
  const holding = JSON.parse(`{ "${name}": { "isAdmin": true } }`) as Record<string, unknown>
  // The body parser refuses __proto__ at any depth, before the rules are applied.
  return refusedSessions(name === '__proto__' ? 'invalid_request' : 'security_context_reserved', {
    [`${name} at the top of a securityContext`]: context(holding),
    [`${name} within a securityContext`]: context({ a: { b: holding } }),
    [`${name} within a list of a securityContext`]: context({ a: [{}, holding] }),
  })
})

const others: RefusedSession[] = [
  ...refusedSessions('invalid_request', {
    'a NUL in a value of the securityContext': context({ a: 'b\u0000' }),
    'a NUL in a name of the securityContext': context({ 'a\u0000': 1 }),
    'a securityContext that is a list': { externalId: 'user-1', securityContext: [1] } as never,
  }),
  ...refusedSessions('security_context_too_large', {
    'a securityContext one byte over 16 kB': [context({ a: 'x'.repeat(16_385 - '{"a":""}'.length) }), /16385 bytes/],
    'a securityContext over 16 kB in bytes, not characters': context({ a: 'é'.repeat(8200) }),
    'a securityContext eleven levels deep': [context(nested(11)), /nested more than 10 deep/],
    'lists eleven levels deep': context({ a: JSON.parse(`${'['.repeat(10)}${']'.repeat(10)}`) }),
  }),
]

describe('the securityContext of generateSession', () => {
  itRefusesSessions(server, [...reserved, ...prototypes, ...others], () => server.admin())

  it.each([
    ['ten levels deep', nested(10)],
    ['with a reserved name below the top', { customer: { scope: 'eu', sub: 1, cubeCloud: 'mine' } }],
    ['with values of every kind', { a: null, b: [1, 'x', true, null], c: { d: 0.5 }, é: 'ü' }],
    ['with names that need escaping', { 'a/b~c': 1, 'd"e': 2 }],
    ['empty', {}],
  ])('is frozen as it was sent: %s', async (_, securityContext) => {
    const owner = await server.admin()

    expect((await frozenOf(server, owner, await mint(owner, context(securityContext)))).securityContext).toEqual(securityContext)
  })

  it('is of one session: the next one without it has none', async () => {
    const owner = await server.admin()
    await mint(owner, context({ customerId: 7 }))

    expect((await frozenOf(server, owner, await mint(owner, { externalId: 'user-1' }))).securityContext).toEqual({})
  })
})
