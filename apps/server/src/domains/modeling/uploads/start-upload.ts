import { randomBytes } from 'node:crypto'
import type { startUpload as contract } from '@facet/contract'
import type { DeploymentAccess } from '#access'
import { audited } from '#kernel/audit'
import type { Handler } from '#context'
import type { Db } from '#db'
import { Failure } from '#kernel/failure'
import { requireTarget, requireUploadRight } from './choose-target.ts'
import { insertUpload, lockAndCountUploads } from './upload-queries.ts'
import { maxOpenUploads } from './upload-rules.ts'

const requireRoom = async (db: Db, access: DeploymentAccess): Promise<void> => {
  if ((await lockAndCountUploads(db, access)) < maxOpenUploads) return
  throw new Failure(
    'upload_limit',
    `${maxOpenUploads} uploads of this deployment are open, which is the maximum. Finish some, or wait: each ends six hours after it was started.`,
  )
}

export const startUpload: Handler<typeof contract> = async ({ params, query, body }, context) => {
  const { access, settings, branch, root } = await requireTarget(context, params.deploymentId, query, body.branchName)
  requireUploadRight(access, settings, branch)
  const id = randomBytes(18).toString('base64url')
  return context.effect(async (db) => {
    await requireRoom(db, access)
    await insertUpload(db, access, { id, branchId: branch.id, projectRoot: root })
    return audited({ transaction: { id }, deploymentName: settings.deploymentName }, [
      { kind: 'upload', id, did: 'created' },
      { kind: 'branch', id: branch.name },
      { kind: 'data_model', id: access.deploymentId },
    ])
  })
}
