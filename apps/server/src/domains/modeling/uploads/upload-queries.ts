import type { DeploymentAccess } from '#access'
import type { StoredObject } from '#engine/modeling'
import { brokenConstraint, type Db, sql } from '#db'
import { orBranchRemoved } from '#domains/modeling/branches'
import { Failure } from '#kernel/failure'

const one = ({ tenantId, deploymentId }: DeploymentAccess) => ({ tenant_id: tenantId, deployment_id: deploymentId })

export const uploadMissing = (id: string): Failure =>
  new Failure(
    'upload_not_found',
    `No upload "${id.slice(0, 100)}" is open in this deployment: it is finished, six hours old, or was never started. Start another.`,
  )

/** How many uploads are open; nobody opens another until this transaction ends. */
export const lockAndCountUploads = async (db: Db, access: DeploymentAccess): Promise<number> => {
  await db
    .selectFrom('deployments')
    .select('id')
    .where((where) => where.and({ tenant_id: access.tenantId, id: access.deploymentId }))
    .forNoKeyUpdate()
    .execute()
  const { count } = await db
    .selectFrom('uploads')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where((where) => where.and(one(access)))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow()
  return count
}

export const insertUpload = (db: Db, access: DeploymentAccess, upload: { id: string; branchId: number; projectRoot: string }) =>
  orBranchRemoved(
    db
      .insertInto('uploads')
      .values({ ...one(access), id: upload.id, branch_id: upload.branchId, project_root: upload.projectRoot })
      .execute(),
  )

/** One that is open, with what was sent into it so far. */
export const getUpload = async (db: Db, access: DeploymentAccess, id: string) => {
  const row = await db
    .selectFrom('uploads')
    .select(['id', 'branch_id as branchId', 'project_root as projectRoot'])
    .where((where) => where.and({ ...one(access), id }))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (!row) throw uploadMissing(id)
  return row
}
export type Upload = Awaited<ReturnType<typeof getUpload>>

/** How much an upload holds beside the file of this path. */
export const measureUpload = async (
  db: Db,
  access: DeploymentAccess,
  id: string,
  path: string,
): Promise<{ files: number; bytes: number }> =>
  db
    .selectFrom('upload_files')
    .select((select) => [
      select.fn.countAll<number>().as('files'),
      select.fn.coalesce(select.cast<number>(select.fn.sum('size'), 'bigint'), select.lit(0)).as('bytes'),
    ])
    .where((where) => where.and({ ...one(access), upload_id: id }))
    .where('path', '<>', path)
    .executeTakeFirstOrThrow()

export const listUploadFiles = (db: Db, access: DeploymentAccess, id: string) =>
  db
    .selectFrom('upload_files')
    .select(['path', 'sha1', 'sha256', 'size', 'object_key as key'])
    .where((where) => where.and({ ...one(access), upload_id: id }))
    .execute()
export type UploadedFile = Awaited<ReturnType<typeof listUploadFiles>>[number]

/** The same path again replaces the file; what it held is then nobody's. */
export const putUploadFile = async (db: Db, access: DeploymentAccess, id: string, path: string, object: StoredObject): Promise<void> => {
  const { key, sha1, sha256, size } = object
  const held = { sha1, sha256, size, object_key: key }
  try {
    await db
      .insertInto('upload_files')
      .values({ ...one(access), upload_id: id, path, ...held })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'deployment_id', 'upload_id', 'path']).doUpdateSet(held))
      .execute()
  } catch (error) {
    if (brokenConstraint(error) === 'upload_files_tenant_id_deployment_id_upload_id_fkey') throw uploadMissing(id)
    throw error
  }
}

/** Its files go with it, and their objects are then nobody's. Whoever finds it gone was not the one to finish it. */
export const closeUpload = async (db: Db, access: DeploymentAccess, id: string): Promise<void> => {
  const { numDeletedRows } = await db
    .deleteFrom('uploads')
    .where((where) => where.and({ ...one(access), id }))
    .executeTakeFirstOrThrow()
  if (numDeletedRows !== 1n) throw uploadMissing(id)
}
