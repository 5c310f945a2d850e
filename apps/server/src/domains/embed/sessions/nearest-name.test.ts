import { expect, it } from 'vitest'
import { nearestName } from './nearest-name.ts'

const known = ['externalId', 'email', 'embedTenantName', 'embedTenantProfile', 'groups', 'userAttributes']

it.each([
  ['embedTenant', 'embedTenantName'],
  ['embed_tenant_name', 'embedTenantName'],
  ['external', 'externalId'],
  ['userAtributes', 'userAttributes'],
  ['emial', 'email'],
])('takes %s for %s', (sent, meant) => {
  expect(nearestName(sent, known)).toBe(meant)
})

it.each(['em', 'tableau', 'x'.repeat(61)])('has no guess for %s', (sent) => {
  expect(nearestName(sent, known)).toBeUndefined()
})
