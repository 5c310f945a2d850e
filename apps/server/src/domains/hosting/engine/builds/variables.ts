import { createHash } from 'node:crypto'
import { variablePlaceOf } from '#access'
import type { Db } from '#db'
import type { KeyRing } from '#secrets'

type OfDeployment = { tenantId: number; deploymentId: number }

export type DeploymentVariables = {
  values: Record<string, string>
  /** Of names and sealed values: it changes whenever one is set, and tells nothing about a value. */
  hash: string
}

export const readVariables = async (db: Db, keyRing: KeyRing, of: OfDeployment): Promise<DeploymentVariables> => {
  const rows = await db
    .selectFrom('env_variables')
    .select(['name', 'value_sealed'])
    .where('tenant_id', '=', of.tenantId)
    .where('deployment_id', '=', of.deploymentId)
    .orderBy('name')
    .execute()
  const hash = createHash('sha256')
  const values: [string, string][] = []
  for (const { name, value_sealed: sealed } of rows) {
    hash.update(`${Buffer.byteLength(name)} ${name} ${sealed.length} `).update(sealed)
    values.push([name, await keyRing.open(db, of.tenantId, variablePlaceOf(of.deploymentId, name), sealed)])
  }
  return { values: Object.fromEntries(values), hash: hash.digest('hex') }
}
