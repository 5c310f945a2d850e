import { fileLimits, type uploadFile as contract } from '@facet/contract'
import { markObjectReferenced } from '#engine/modeling'
import type { Handler } from '#context'
import { requireCodeRight, requirePath } from '#domains/modeling/files'
import { Failure } from '#kernel/failure'
import { requireUpload } from './open-upload.ts'
import { measureUpload, putUploadFile } from './upload-queries.ts'
import { maxUploadBytes, pathIn, transactionIdOf } from './upload-rules.ts'

const tooLarge = (path: string): Failure =>
  new Failure('file_too_large', `"${path}" has more than the ${fileLimits.maxBytes} bytes that a file may have.`)

export const uploadFile: Handler<typeof contract> = async ({ params, query, body, file }, context) => {
  const id = transactionIdOf(body.transaction)
  const sent = requirePath(body.fileName)
  const { upload, chosen, found } = await requireUpload(context, params.deploymentId, id, { query }, (db, access) =>
    measureUpload(db, access, id, sent),
  )
  const { access, settings } = chosen
  const path = pathIn(upload.projectRoot, sent)
  requireCodeRight(access, settings, [path])
  if (found.files >= fileLimits.maxFiles)
    throw new Failure('file_limit', `The upload holds ${found.files} files already, the maximum for a data model.`)
  const maxBytes = Math.min(fileLimits.maxBytes, maxUploadBytes - found.bytes)
  const object = await context.unreferencedObjects.store(access, 'uploads', file, {
    maxBytes,
    tooLarge: () => (maxBytes === fileLimits.maxBytes ? tooLarge(path) : uploadFull(path)),
    signal: context.signal,
  })
  await context.effect(async (db) => {
    await putUploadFile(db, access, id, sent, object)
    await markObjectReferenced(db, access, object.key)
  })
  return { success: true, hash: object.sha1 }
}

const uploadFull = (path: string): Failure =>
  new Failure('file_too_large', `With "${path}" the upload would hold more than ${maxUploadBytes} bytes. Send the rest in another upload.`)
