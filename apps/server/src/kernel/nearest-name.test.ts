import { describe, expect, it } from 'vitest'
import { createSuggestName, nearestName } from './nearest-name.ts'

const fields = ['externalId', 'email', 'embedTenantName', 'embedTenantProfile', 'groups', 'userAttributes']
const commands = ['serve', 'migrate', 'doctor', 'tenants create', 'tenants list', 'dry-run']

describe('nearestName', () => {
  it.each([
    ['embedTenant', 'embedTenantName'],
    ['embed_tenant_name', 'embedTenantName'],
    ['external', 'externalId'],
    ['EMAIL', 'email'],
    ['userAtributes', 'userAttributes'],
    ['emial', 'email'],
  ])('suggests for the field %s the field %s', (typed, meant) => {
    expect(nearestName(typed, fields)).toBe(meant)
  })

  it.each([
    ['sevre', 'serve'],
    ['migrat', 'migrate'],
    ['docter', 'doctor'],
    ['tenant lst', 'tenants list'],
    ['tenants creates', 'tenants create'],
    ['dryrun', 'dry-run'],
  ])('suggests for the command %s the command %s', (typed, meant) => {
    expect(nearestName(typed, commands)).toBe(meant)
  })

  it.each(['em', 'tableau', 'embe', 'x', '', `userAttribute${'s'.repeat(50)}`])('suggests no field for "%s"', (typed) => {
    expect(nearestName(typed, fields)).toBeUndefined()
  })

  it.each(['bogus', 'x', '', 'embed'])('suggests no command for "%s"', (typed) => {
    expect(nearestName(typed, commands)).toBeUndefined()
  })
})

describe('createSuggestName', () => {
  it('suggests names for the first three unknown names', () => {
    const suggest = createSuggestName()

    expect(['emai', 'grups', 'emil', 'emial'].map((typed) => suggest(typed, fields))).toEqual(['email', 'groups', 'email', undefined])
  })
})
