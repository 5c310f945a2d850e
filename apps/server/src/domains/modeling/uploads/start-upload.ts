import { randomBytes } from 'node:crypto'
import type { startUpload as contract } from '@facet/contract'
import { audited } from '#audit'
import type { Handler } from '#context'
import { requireTarget, requireUploadRight } from './choose-target.ts'
import { insertUpload } from './upload-queries.ts'

export const startUpload: Handler<typeof contract> = async ({ params, query, body }, context) => {
  const { access, settings, branch, root } = await requireTarget(context, params.deploymentId, query, body.branchName)
  requireUploadRight(access, settings, branch)
  const id = randomBytes(18).toString('base64url')
  return context.effect(async (db) => {
    await insertUpload(db, access, { id, branchId: branch.id, projectRoot: root })
    return audited({ transaction: { id }, deploymentName: settings.deploymentName }, [
      { kind: 'upload', id, did: 'created' },
      { kind: 'branch', id: branch.name },
      { kind: 'data_model', id: access.deploymentId },
    ])
  })
}
