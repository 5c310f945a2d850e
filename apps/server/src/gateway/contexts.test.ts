import { describe, expect, it } from 'vitest'
import type { DataCaller } from '#access'
import { callerOfIssued, contextOfClaims } from './contexts.ts'

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

describe('the requests of a token that was made here', () => {
  const issued: DataCaller = {
    kind: 'deployment',
    tenantId: 1,
    tokenId: 5,
    deploymentId: 5,
    environmentId: 2,
    scopes: [],
    context: {},
    principalId: 3,
    grant: null,
    endsAtMs: 0,
  }

  it('are counted for itself, apart from an API key of the same number', () => {
    expect(callerOfIssued(issued).countedAs).toEqual({ tenantId: 1, credentialId: 'data token 5' })
  })

  it('are counted with the other frames of its user when it was made for a frame: any number of tokens gets it no further', () => {
    const grant = { bucket: 1, id: 9, userId: 7, isInternal: false }

    expect(callerOfIssued({ ...issued, kind: 'embed', grant }).countedAs.embed).toMatchObject({ userId: 7, isInternal: false })
  })
})
