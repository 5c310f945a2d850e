import type { Action, ApiKeyScope } from '@facet/contract'
import { describe, expect, it } from 'vitest'
import { type Caller, deploymentsReached, type Grant, isAdministrator, mayInTenant, mayOnDeployment, reachOf } from '#access'

const callerWith = (grants: Grant[], scope: ApiKeyScope = {}): Caller => ({
  tenantId: 1,
  credentialId: 2,
  principalId: 3,
  credentialKind: 'api_key',
  principalKind: 'user',
  principalName: 'ada',
  grants,
  scope,
  reach: reachOf(scope),
  expiresAtMs: null,
  endsAtMs: null,
})

const grant = (actions: Action[], deploymentIds: number[] | null = null): Grant => ({ role: 'some role', actions, deploymentIds })

describe('what roles allow', () => {
  it.each<[string, Grant[], Action, boolean, boolean]>([
    ['no grant', [], 'DeploymentRead', false, false],
    ['the action in the tenant', [grant(['DeploymentRead'])], 'DeploymentRead', true, true],
    ['another action', [grant(['SchemaRead'])], 'DeploymentRead', false, false],
    ['everything', [grant(['All'])], 'SecretsManage', true, true],
    ['all about deployments', [grant(['DeploymentsManage'])], 'DeploymentDelete', true, true],
    ['all about deployments, asked for something else', [grant(['DeploymentsManage'])], 'SecretsManage', false, false],
    ['the action on this deployment', [grant(['DeploymentRead'], [7])], 'DeploymentRead', false, true],
    ['the action on another deployment', [grant(['DeploymentRead'], [8])], 'DeploymentRead', false, false],
    ['everything on this deployment', [grant(['All'], [7])], 'SecretsManage', false, true],
    ['one of several grants', [grant(['SchemaRead']), grant(['DeploymentRead'], [7])], 'DeploymentRead', false, true],
  ])('with %s', (_, grants, action, inTenant, onDeployment) => {
    const caller = callerWith(grants)

    expect([mayInTenant(caller, action), mayOnDeployment(caller, action, 7)]).toEqual([inTenant, onDeployment])
  })

  it('make an administrator of no one whose grant is for some deployments only', () => {
    expect(isAdministrator(callerWith([grant(['All'])]))).toBe(true)
    expect(isAdministrator(callerWith([grant(['All'], [7])]))).toBe(false)
    expect(isAdministrator(callerWith([grant(['DeploymentsManage'])]))).toBe(false)
  })
})

it.each<[string, Grant[], ApiKeyScope, number[] | null]>([
  ['all of the tenant with a grant in the tenant', [grant(['DeploymentRead'])], {}, null],
  ["the key's with a grant in the tenant and a scoped key", [grant(['All'])], { deploymentIds: [7, 8] }, [7, 8]],
  ["the grant's with a grant for some", [grant(['DeploymentRead'], [7, 8])], {}, [7, 8]],
  ['what grant and key share', [grant(['DeploymentRead'], [7, 8])], { deploymentIds: [8, 9] }, [8]],
  ['none with a key that names embed tenants', [grant(['All'])], { embedTenants: ['acme'] }, []],
  ['none when grant and key share none', [grant(['DeploymentRead'], [7])], { deploymentIds: [9] }, []],
  ['each once with two grants', [grant(['DeploymentRead'], [7]), grant(['All'], [7, 8])], {}, [7, 8]],
  ['none without a grant', [], {}, []],
  ['none with a grant of another action', [grant(['SchemaRead'], [7])], {}, []],
])('actionReach returns %s', (_, grants, scope, reached) => {
  expect(deploymentsReached(callerWith(grants, scope), 'DeploymentRead')).toEqual(reached)
})
