import { describe, expect, it } from 'vitest'
import { type Caller, anonymousCaller } from '#access'
import { createRateLimits } from './rate-limit.ts'

const limits = { perKey: 3, perTenant: 4, perEmbedUser: 2, perTenantFrames: 3 }
const limitsOf = (changed: Partial<typeof limits> = {}) => createRateLimits({ ...limits, ...changed }, () => 1)

const withKey = (credentialId: number, tenantId = 1): Caller => ({ ...anonymousCaller(tenantId), credentialKind: 'api_key', credentialId })
const frameOf = (userId: number, grant: number, isInternal = false): Caller =>
  ({ ...anonymousCaller(1), credentialKind: 'embed', credentialId: grant, embed: { userId, isInternal } }) as Caller

const refused = (whose: string) =>
  expect.objectContaining({ code: 'rate_limited', status: 429, message: expect.stringContaining(whose) as string })

describe('the limits of key and tenant', () => {
  it('are both told, and the nearer one is named', () => {
    const { check } = limitsOf()

    expect(check(withKey(1))).toEqual({ left: '"key";r=2;t=1', policy: '"key";q=3;w=1, "tenant";q=4;w=1' })
    expect(check(withKey(2)).left).toBe('"key";r=2;t=1')
    expect(check(withKey(2)).left).toBe('"key";r=1;t=1')
    expect(check(withKey(3)).left).toBe('"tenant";r=0;t=1')
  })

  it('refuse the key alone, then the whole tenant, and never another one', () => {
    const { check } = limitsOf({ perKey: 2, perTenant: 3 })
    check(withKey(1))
    check(withKey(1))

    expect(() => check(withKey(1))).toThrow(refused('This API key is limited to 2 requests per second.'))
    check(withKey(2))
    expect(() => check(withKey(3))).toThrow(refused('This tenant is limited to 3 requests per second.'))
    expect(check(withKey(4, 2)).left).toBe('"key";r=1;t=1')
  })
})

describe('the limits of frames', () => {
  it('are their own, and told as such', () => {
    const { check } = limitsOf()

    expect(check(frameOf(1, 1))).toEqual({ left: '"embed-user";r=1;t=1', policy: '"embed-user";q=2;w=1, "tenant-frames";q=3;w=1' })
  })

  it('hold all frames of a user together, then all of a tenant, and leave its keys alone', () => {
    const { check } = limitsOf()
    check(frameOf(1, 1))
    check(frameOf(1, 2))

    expect(() => check(frameOf(1, 3))).toThrow(refused('The frames of this user are limited to 2 requests per second.'))
    check(frameOf(1, 1, true))
    expect(() => check(frameOf(2, 4))).toThrow(refused('All frames of this tenant are limited to 3 requests per second.'))
    expect(check(withKey(1)).left).toBe('"key";r=2;t=1')
  })
})

describe('the limit of an address', () => {
  it('is that of a key, and its own', () => {
    const { checkAddress, check } = limitsOf({ perKey: 2 })

    expect(checkAddress('192.0.2.1')).toEqual({ left: '"address";r=1;t=1', policy: '"address";q=2;w=1' })
    checkAddress('192.0.2.1')
    expect(() => checkAddress('192.0.2.1')).toThrow(refused('This address is limited to 2 requests per second.'))
    expect(check(withKey(1)).left).toBe('"key";r=1;t=1')
  })
})
