import type { ConnectionTestResponse, testConnection as contract } from '@facet/contract'
import { requireDeployment } from '#access'
import type { ChangingContext, Handler } from '#context'
import { type EnvVariable, requireStorable } from '#domains/hosting/env-variables'
import { type ConnectionTest, readVariables } from '#engine/hosting'
import { audited } from '#kernel/audit'
import { Failure } from '#kernel/failure'
import { getEngineVersion } from './connection-queries.ts'

/** The stored variables with those that were sent over them: the last of one name stands. */
const read = ({ read: look, caller, operation, keyRing }: ChangingContext, deploymentId: number, sent: EnvVariable[]) =>
  look(async (db) => {
    const access = await requireDeployment({ caller, operation, db }, deploymentId)
    const { values } = await readVariables(db, keyRing, access)
    requireStorable(sent, new Set(Object.keys(values)))
    const variables = { ...values, ...Object.fromEntries(sent.map(({ name, value }) => [name, value])) }
    return { access, engineVersion: await getEngineVersion(db, access), variables }
  })

const test = async (context: ChangingContext, asked: Omit<ConnectionTest, 'signal'>): Promise<ConnectionTestResponse> => {
  const found = await context.testConnection({ ...asked, signal: context.signal })
  if (found) return found
  throw new Failure(
    'data_source_unknown',
    `The variables declare no data source "${asked.dataSource}". Name it in CUBEJS_DATASOURCES, or test "default".`,
  )
}

export const testConnection: Handler<typeof contract> = async ({ params, body }, context) => {
  const { access, engineVersion, variables } = await read(context, params.deploymentId, body.env_variables ?? [])
  const tested = await test(context, { tenantId: access.tenantId, engineVersion, variables, dataSource: body.dataSource ?? 'default' })
  return context.effect(async () => audited(tested, [{ kind: 'deployment', id: access.deploymentId, did: 'tested' }]))
}
