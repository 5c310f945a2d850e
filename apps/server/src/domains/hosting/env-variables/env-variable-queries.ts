import { type DeploymentAccess, variablePlaceOf } from '#access'
import { type Db, sql } from '#db'
import type { KeyRing } from '#secrets'
import type { EnvVariable } from './env-variable-rules.ts'

const ofDeployment = (access: DeploymentAccess) => ({ tenant_id: access.tenantId, deployment_id: access.deploymentId })

const placeOf = (access: DeploymentAccess, name: string): string => variablePlaceOf(access.deploymentId, name)

export const listVariables = async (db: Db, keyRing: KeyRing, access: DeploymentAccess): Promise<EnvVariable[]> => {
  const rows = await db
    .selectFrom('env_variables')
    .select(['name', 'value_sealed'])
    .where((where) => where.and(ofDeployment(access)))
    .orderBy('name')
    .execute()
  const variables: EnvVariable[] = []
  for (const row of rows)
    variables.push({ name: row.name, value: await keyRing.open(db, access.tenantId, placeOf(access, row.name), row.value_sealed) })
  return variables
}

/** The names in use, with the deployment held so that two writers cannot pass the limit together. */
export const lockVariableNames = async (db: Db, access: DeploymentAccess): Promise<Set<string>> => {
  await db
    .selectFrom('deployments')
    .select('id')
    .where('tenant_id', '=', access.tenantId)
    .where('id', '=', access.deploymentId)
    .forUpdate()
    .execute()
  const rows = await db
    .selectFrom('env_variables')
    .select('name')
    .where((where) => where.and(ofDeployment(access)))
    .execute()
  return new Set(rows.map((row) => row.name))
}

export const storeVariables = async (db: Db, keyRing: KeyRing, access: DeploymentAccess, variables: EnvVariable[]): Promise<void> => {
  const seal = await keyRing.sealer(db, access.tenantId)
  const rows = variables.map(({ name, value }) => ({ ...ofDeployment(access), name, value_sealed: seal(placeOf(access, name), value) }))
  if (rows.length === 0) return
  await db
    .insertInto('env_variables')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'deployment_id', 'name'])
        .doUpdateSet((set) => ({ value_sealed: set.ref('excluded.value_sealed'), updated_at: sql<Date>`now()` })),
    )
    .execute()
}

export const removeVariable = async (db: Db, access: DeploymentAccess, name: string): Promise<boolean> => {
  const removed = await db
    .deleteFrom('env_variables')
    .where((where) => where.and({ ...ofDeployment(access), name }))
    .returning('name')
    .executeTakeFirst()
  return removed !== undefined
}
