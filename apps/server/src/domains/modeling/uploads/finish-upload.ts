import type { finishUpload as contract } from '@facet/contract'
import type { DeploymentAccess } from '#access'
import { audited } from '#audit'
import type { Edit } from '#authoring'
import type { Handler, ReadingContext } from '#context'
import { getHead } from '#domains/modeling/branches'
import { requireAcknowledged } from '#domains/modeling/diff'
import { commitFiles, describeChanges, savedTargets } from '#domains/modeling/files'
import { requireUpload } from './open-upload.ts'
import { type Manifest, planUpload, readManifest } from './plan-upload.ts'
import { closeUpload, listUploadFiles, type UploadedFile } from './upload-queries.ts'
import { pathIn } from './upload-rules.ts'

const fetchedAtOnce = 16

/** The uploaded files that the manifest names with the hash they have. What was uploaded beside them is left where it is. */
const fetchContents = async (
  context: ReadingContext,
  access: DeploymentAccess,
  root: string,
  manifest: Manifest,
  files: UploadedFile[],
) => {
  const wanted = files.map((file) => ({ ...file, path: pathIn(root, file.path) })).filter(({ path, sha1 }) => manifest.get(path) === sha1)
  const contents = new Map<string, Buffer>()
  const queue = wanted.values()
  const fetchNext = async (): Promise<void> => {
    for (const file of queue) contents.set(file.path, await context.looseObjects.get(access, file, context.signal))
  }
  await Promise.all(Array.from({ length: fetchedAtOnce }, fetchNext))
  return contents
}

export const finishUpload: Handler<typeof contract> = async ({ params, query, body }, context) => {
  const { id } = body.transaction
  const target = { query, bodyName: body.branchName }
  const { upload, chosen, found } = await requireUpload(context, params.deploymentId, id, target, (db, access) =>
    listUploadFiles(db, access, id),
  )
  const { access, settings, branch } = chosen
  const root = upload.projectRoot
  const manifest = readManifest(root, body.files)
  // Before the turn of the repository is taken: whoever waits for it should not wait for the object store.
  const contents = await fetchContents(context, access, root, manifest, found)
  const plan = { root, manifest, contents, isPruning: body.autoRemoveFiles ?? true }

  const commit = async (edit: Edit) => {
    const before = getHead(edit, branch)
    const changes = await planUpload(edit, before, plan)
    const message = body.commitMessage || describeChanges('Upload', changes)
    const after = await commitFiles(edit, chosen, changes, message)
    await requireAcknowledged(context, edit, { settings, target: branch, before, after, isAcknowledged: body.acknowledgeWidening === true })
    edit.setRef(`uploads/${branch.name}`, after)
    return { before, after }
  }
  return context.repositories.write(context, access, commit, async (db, heads) => {
    await closeUpload(db, access, id)
    return audited({ lastHash: heads.after }, [...savedTargets(chosen, heads), { kind: 'upload', id, did: 'deleted' }])
  })
}
