import type { Db } from '#db'
import { Failure } from '#kernel/failure'
import { findManifest, holdManifest } from './manifest-queries.ts'

type OfDeployment = { tenantId: number; deploymentId: number }

/** The number behind an id that was given out; any other text names nothing. */
export const idIn = (sent: string): number | null => {
  const id = Number(sent)
  return /^[1-9]\d{0,15}$/.test(sent) && Number.isSafeInteger(id) ? id : null
}

const notFound = (sent: string): Failure =>
  new Failure('dbt_manifest_not_found', `Manifest "${sent}" was not found in this deployment. Push it again with POST …/dbt-manifests.`)

export const requireManifest = async (db: Db, of: OfDeployment, sent: string): Promise<number> => {
  const id = idIn(sent)
  if (id === null || !(await findManifest(db, of, id))) throw notFound(sent)
  return id
}

/** The same for whoever makes something of it in this transaction: until that is over it is not removed. */
export const requireHeldManifest = async (db: Db, of: OfDeployment, sent: string): Promise<number> => {
  const id = idIn(sent)
  if (id === null || !(await holdManifest(db, of, id))) throw notFound(sent)
  return id
}
