import { describe, expect, it } from 'vitest'
import { type Actor, useServer } from '#test'
import { inUsualTables } from './trail-guard.ts'

const server = useServer()

/** Writes an entry as the service would, in the actor's tenant. */
const write = ({ tenantId }: Actor, operation: string, targets: object[], actor = 'user') =>
  server.query(
    "insert into audit_entries (tenant_id, operation, outcome, actor_kind, actor_name, targets) values ($1, $2, 'done', $3, 'ada', $4)",
    [tenantId, operation, actor, JSON.stringify(targets)],
  )

const deployment = (id: number, did: string) => ({ kind: 'deployment', id: String(id), did })

describe('the guard of the trail', () => {
  it('knows where to find whatever an entry can name', async () => {
    const missing = await server.query("select kind from unnest($1::text[]) kind where to_regclass('public.' || kind || 's') is null", [
      inUsualTables,
    ])

    expect(missing).toEqual([])
  })

  it('lets an entry pass that names what is there, and what is gone if it says so', async () => {
    const owner = await server.admin()

    await write(owner, 'updateDeployment', [deployment(owner.deploymentId, 'updated')])
    await write(owner, 'deleteDeployment', [deployment(999_999, 'deleted')])
    await write(owner, 'stopDevMode', [])
    await write(owner, 'facet tenants create', [], 'operator')
  })

  it.each<[what: string, operation: string, targets: (owner: Actor, stranger: Actor) => object[], says: string]>([
    ['names nothing', 'updateDeployment', () => [], 'names nothing'],
    [
      'names only a place',
      'deleteEnvVariable',
      ({ deploymentId }) => [{ kind: 'deployment', id: String(deploymentId) }],
      'does not begin with what was done',
    ],
    ['names what is not there', 'updateDeployment', () => [deployment(999_999, 'updated')], 'it is not there'],
    ["names another tenant's", 'updateDeployment', (_, { deploymentId }) => [deployment(deploymentId, 'updated')], 'it is not there'],
    [
      'says of what is there that it is gone',
      'deleteDeployment',
      ({ deploymentId }) => [deployment(deploymentId, 'deleted')],
      'it is there',
    ],
    [
      'names a variable of another deployment',
      'setEnvVariables',
      ({ deploymentId }) => [
        { kind: 'env_variable', id: 'NONE', did: 'created' },
        { kind: 'deployment', id: String(deploymentId) },
      ],
      'it is not there',
    ],
    [
      'names the tenant where it touched a user',
      'deleteUser',
      ({ tenantId }) => [{ kind: 'user', id: String(tenantId), did: 'updated' }],
      'it is not there',
    ],
    ['names a kind that nobody knows', 'deleteUser', () => [{ kind: 'planet', id: '1', did: 'updated' }], 'it is not there'],
    [
      'names a folder that is a deployment',
      'updateFolder',
      ({ deploymentId }) => [{ kind: 'folder', id: String(deploymentId), did: 'updated' }],
      'it is not there',
    ],
  ])('refuses an entry that %s', async (_, operation, targets, says) => {
    const [owner, stranger] = [await server.admin(), await server.admin()]

    await expect(write(owner, operation, targets(owner, stranger))).rejects.toThrow(says)
  })
})
