import { describe, expect, it } from 'vitest'
import { contextOfClaims } from './contexts.ts'

describe('the context of a token that a deployment signed', () => {
  it('is its claims, with groups and attributes always there', () => {
    expect(contextOfClaims({ sub: 'a', tenant: 7, exp: 9 })).toEqual({
      sub: 'a',
      tenant: 7,
      exp: 9,
      cubeCloud: { groups: [], userAttributes: {} },
    })
  })

  it('keeps the groups and attributes that the owner signed', () => {
    const cubeCloud = { username: 'x', groups: ['a'], userAttributes: { region: 'EU' } }

    expect(contextOfClaims({ cubeCloud })).toEqual({ cubeCloud })
  })

  it.each([
    [{ groups: 'admin', userAttributes: ['x'] }],
    [{ groups: [1, null, {}], userAttributes: null }],
    ['admin'],
    [null],
    [['admin']],
  ])('brings what is of another form into the one they may have: %j', (cubeCloud) => {
    expect(contextOfClaims({ cubeCloud })).toMatchObject({ cubeCloud: { groups: [], userAttributes: {} } })
  })

  it.each(['{"u":{"cubeCloud":{}}}', '{"__proto__":{"a":1}}', '{"a":[{"constructor":1}]}', '{"a":{"b":{"prototype":{}}}}'])(
    'refuses what would be read as something else: %s',
    (claims) => {
      expect(() => contextOfClaims(JSON.parse(claims) as Record<string, unknown>)).toThrow(
        expect.objectContaining({ code: 'token_context_reserved' }),
      )
    },
  )
})
