import { describe, expect, it } from 'vitest'
import { type Caller, reachOf } from '#access'
import { requireOwnerWithin, scopeWithin } from './api-key-rules.ts'

const caller = (part: Partial<Pick<Caller, 'scope' | 'grants'>>): Caller => ({
  tenantId: 1,
  credentialKind: 'api_key',
  credentialId: 2,
  principalId: 3,
  principalKind: 'user',
  principalName: 'ada',
  grants: [],
  scope: {},
  expiresAtMs: null,
  endsAtMs: null,
  ...part,
  reach: reachOf(part.scope ?? {}),
})

// No preset lets a key make keys today, so these rules cannot be met over HTTP; they hold for the day one does.
describe('a maker that is held by a preset', () => {
  const readOnly = caller({ scope: { preset: 'read-only' } })

  it('hands its preset on', () => {
    expect(scopeWithin(readOnly, { name: 'x' })).toEqual({ preset: 'read-only' })
    expect(scopeWithin(readOnly, { name: 'x', preset: null })).toEqual({ preset: 'read-only' })
  })

  it.each(['mint-only', 'ci'] as const)('gives no other preset that allows more: %s', (preset) => {
    expect(() => scopeWithin(readOnly, { name: 'x', preset })).toThrow(expect.objectContaining({ code: 'key_exceeds_creator' }))
  })
})

describe('an owner other than the maker', () => {
  it('must hold no action that the maker does not hold over the whole tenant', () => {
    const maker = caller({
      grants: [
        { role: 'Tenant', actions: ['DeploymentRead'], deploymentIds: null },
        { role: 'Some', actions: ['SecretsManage'], deploymentIds: [7] },
      ],
    })

    expect(() => requireOwnerWithin(maker, ['DeploymentRead'])).not.toThrow()
    expect(() => requireOwnerWithin(maker, ['SecretsManage'])).toThrow(expect.objectContaining({ code: 'key_exceeds_creator' }))
  })

  it('may be anyone to an administrator', () => {
    const admin = caller({ grants: [{ role: 'Admin', actions: ['All'], deploymentIds: null }] })

    expect(() => requireOwnerWithin(admin, ['All', 'SecretsManage'])).not.toThrow()
  })
})
