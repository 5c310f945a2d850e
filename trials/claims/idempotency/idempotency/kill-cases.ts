import { newDeployment } from '../../../harness/embedding.ts'
import type { Standstill } from '../../../harness/postgres-gate.ts'
import type { Fleet, FleetNode } from '../../durability/authoring/fleet.ts'
import { createModel, newToken, putFile } from '../../durability/authoring/models.ts'

/** The moment of a request at which its process is killed, seen from its connection to the database or the object store. */
export type Stand = { database: Standstill; statement: string } | 'putting a pack'

/** A request that is sent to a process that dies, and repeated until it is answered. */
export type Prepared = {
  path: string
  body: object
  /** Counts its effects. */
  effects: () => Promise<number>
}

type Killed = { operation: string; prepare: (fleet: Fleet, node: FleetNode, name: string) => Promise<Prepared> }

/** Operations with the same database steps, and their moments. A moment that both operations reach is listed twice. */
export type KillCase = { name: 'whole' | 'steps'; operations: [Killed, Killed]; stands: Stand[] }

const claim = 'insert into "idempotency_keys"'
const settle = 'update "idempotency_keys"'
const before = (statement: string): Stand => ({ database: 'statement', statement })

/** Committed, but the process has not received the confirmation. */
export const committed: Stand = { database: 'committed', statement: settle }

/** Before the response is stored, before COMMIT, and after COMMIT. */
const ending: Stand[] = [before(settle), { database: 'commit', statement: settle }, committed]

const twice = (stands: Stand[]): Stand[] => stands.flatMap((stand) => [stand, stand])

const countNamed = async ({ installation, tenant }: Fleet, table: 'deployments' | 'api_keys', name: string): Promise<number> => {
  const [row] = await installation.sql<{ count: number }>(
    `select count(*)::int as count from ${table} where tenant_id = $1 and name = $2`,
    [tenant.tenantId, name],
  )
  return row?.count ?? 0
}

const createDeployment: Killed = {
  operation: 'createDeployment',
  prepare: async (fleet, _node, name) => ({
    path: '/build/api/v1/deployments',
    body: newDeployment(name),
    effects: () => countNamed(fleet, 'deployments', name),
  }),
}

/** The stored response is encrypted, because it contains the secret. Keys of one owner are created one after another. */
const createApiKey: Killed = {
  operation: 'createApiKey',
  prepare: async (fleet, node, name) => ({
    path: '/api/v1/api-keys',
    body: { name, serviceAccountId: await createServiceAccount(fleet, node, name) },
    effects: () => countNamed(fleet, 'api_keys', name),
  }),
}

const createServiceAccount = async (fleet: Fleet, node: FleetNode, name: string): Promise<number> => {
  const account = { name: name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'), role: 'Viewer' }
  const { status, body } = await fleet.ask(node, { method: 'POST', path: '/api/v1/service-accounts', body: account })
  if (status !== 200) throw new Error(`A service account could not be made: ${status} ${JSON.stringify(body)}`)
  return (body as { id: number }).id
}

const versionOf = async ({ installation, tenant }: Fleet, deploymentId: number): Promise<number> => {
  const [row] = await installation.sql<{ version: number }>(
    'select version::int from repositories where tenant_id = $1 and deployment_id = $2',
    [tenant.tenantId, deploymentId],
  )
  return row?.version ?? 0
}

/** Each effect on a data model moves its version by one. */
const onModel = async (fleet: Fleet, deploymentId: number, rest: string, body: object): Promise<Prepared> => {
  const first = await versionOf(fleet, deploymentId)
  return {
    path: `/build/api/v1/deployments/${deploymentId}/${rest}`,
    body,
    effects: async () => (await versionOf(fleet, deploymentId)) - first,
  }
}

const createBranch: Killed = {
  operation: 'createBranch',
  prepare: async (fleet, node, name) => {
    const { deploymentId } = await createModel(fleet, name, node)
    return onModel(fleet, deploymentId, 'branches', { name: 'once' })
  },
}

const commitChanges: Killed = {
  operation: 'commitChanges',
  prepare: async (fleet, node, name) => {
    const model = await createModel(fleet, name, node)
    await putFile(fleet, node, model, newToken('pending'))
    return onModel(fleet, model.deploymentId, 'commit', { branchName: model.branch, message: 'Once', exitDevMode: true })
  },
}

export const killCases: KillCase[] = [
  {
    name: 'whole',
    operations: [createDeployment, createApiKey],
    stands: [
      ...twice([before(claim)]),
      before('insert into "deployments"'),
      before('insert into "api_keys"'),
      ...twice([before('insert into "audit_entries"'), ...ending]),
    ],
  },
  {
    name: 'steps',
    operations: [createBranch, commitChanges],
    // Between the claim, which is committed, and the effect there is work without a transaction.
    stands: [
      ...twice([before(claim), { database: 'committed', statement: claim }]),
      before('select "epoch", "version", "packs"'),
      'putting a pack',
      ...twice([before('update repositories set'), ...ending]),
    ],
  },
]
