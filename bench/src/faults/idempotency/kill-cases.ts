import type { Standstill } from '../../harness/postgres-gate.ts'
import { newDeployment } from '../../harness/embedding.ts'
import type { Fleet, FleetNode } from '../authoring/fleet.ts'
import { createModel, newToken, putFile } from '../authoring/models.ts'

/** Where a request stands when its process is killed: on the line to the database, or on the line to the object store. */
export type Stand = { database: Standstill; statement: string } | { store: 'PUT' }

/** A request that is sent once to a process that dies, and then again until it is answered. */
export type Prepared = {
  path: string
  body: object
  /** How often it has had its effect. */
  effects: () => Promise<number>
}

export type KillCase = {
  operation: string
  moments: Record<string, Stand>
  prepare: (fleet: Fleet, node: FleetNode, name: string) => Promise<Prepared>
}

const claim = 'insert into "idempotency_keys"'
const settle = 'update "idempotency_keys"'

/** The moments after the work: its process has not told the database of its end, or has not heard that it is. */
const ending: Record<string, Stand> = {
  settling: { database: 'statement', statement: settle },
  committing: { database: 'commit', statement: settle },
  committed: { database: 'committed', statement: settle },
}

const countNamed = async ({ installation, tenant }: Fleet, table: 'deployments' | 'api_keys', name: string): Promise<number> => {
  const [row] = await installation.sql<{ count: number }>(
    `select count(*)::int as count from ${table} where tenant_id = $1 and name = $2`,
    [tenant.tenantId, name],
  )
  return row?.count ?? 0
}

/** In one transaction: what is done before the COMMIT was never done. */
const whole = (operation: string, path: string, table: 'deployments' | 'api_keys', bodyOf: (name: string) => object): KillCase => ({
  operation,
  moments: {
    claiming: { database: 'statement', statement: claim },
    working: { database: 'statement', statement: `insert into "${table}"` },
    worked: { database: 'statement', statement: 'insert into "audit_entries"' },
    ...ending,
  },
  prepare: async (fleet, _node, name) => ({ path, body: bodyOf(name), effects: () => countNamed(fleet, table, name) }),
})

const versionOf = async ({ installation, tenant }: Fleet, deploymentId: number): Promise<number> => {
  const [row] = await installation.sql<{ version: number }>(
    'select version::int from repositories where tenant_id = $1 and deployment_id = $2',
    [tenant.tenantId, deploymentId],
  )
  return row?.version ?? 0
}

/** Each effect on a data model moves its version by one. */
const onModel = async (fleet: Fleet, deploymentId: number, rest: string, body: object): Promise<Prepared> => {
  const before = await versionOf(fleet, deploymentId)
  return {
    path: `/build/api/v1/deployments/${deploymentId}/${rest}`,
    body,
    effects: async () => (await versionOf(fleet, deploymentId)) - before,
  }
}

/** Between the claim, which is committed, and the effect there is work without a transaction. */
const inSteps: Record<string, Stand> = {
  claiming: { database: 'statement', statement: claim },
  claimed: { database: 'committed', statement: claim },
  moving: { database: 'statement', statement: 'update repositories set' },
  ...ending,
}

export const killCases: KillCase[] = [
  whole('createDeployment', '/build/api/v1/deployments', 'deployments', newDeployment),
  // Its answer holds the new secret, so it is kept sealed and must come out the same all the same.
  whole('createApiKey', '/api/v1/api-keys', 'api_keys', (name) => ({ name })),
  {
    operation: 'createBranch',
    moments: { ...inSteps, working: { database: 'statement', statement: 'select "epoch", "version", "packs"' } },
    prepare: async (fleet, node, name) => {
      const { deploymentId } = await createModel(fleet, name, node)
      return onModel(fleet, deploymentId, 'branches', { name: 'once' })
    },
  },
  {
    operation: 'commitChanges',
    moments: { ...inSteps, working: { store: 'PUT' } },
    prepare: async (fleet, node, name) => {
      const model = await createModel(fleet, name, node)
      await putFile(fleet, node, model, newToken('pending'))
      return onModel(fleet, model.deploymentId, 'commit', { branchName: model.branch, message: 'Once', exitDevMode: true })
    },
  },
]
