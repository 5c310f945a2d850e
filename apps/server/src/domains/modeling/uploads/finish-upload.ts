import type { finishUpload as contract } from '@facet/contract'
import { audited } from '#kernel/audit'
import { askForPush, awaitPush, type Edit } from '#engine/modeling'
import type { Handler } from '#context'
import { requestBuild } from '#domains/hosting/builds'
import { getHead } from '#domains/modeling/branches'
import { acknowledgedIn, requireAcknowledged } from '#domains/modeling/diff'
import { commitFiles, describeChanges, savedTargets } from '#domains/modeling/files'
import { requireUpload } from './open-upload.ts'
import { findChanged, type Manifest, planUpload, readManifest } from './plan-upload.ts'
import { closeUpload, listUploadFiles, type UploadedFile } from './upload-queries.ts'
import { pathIn } from './upload-rules.ts'

/** The uploaded files that the manifest names with the hash they have. What was uploaded beside them is left where it is. */
const findNamed = (root: string, manifest: Manifest, files: UploadedFile[]): UploadedFile[] =>
  files.map((file) => ({ ...file, path: pathIn(root, file.path) })).filter(({ path, sha1 }) => manifest.get(path) === sha1)

export const finishUpload: Handler<typeof contract> = async ({ params, query, body }, context) => {
  const { id } = body.transaction
  const target = { query, bodyName: body.branchName }
  const { upload, chosen, found } = await requireUpload(context, params.deploymentId, id, target, (db, access) =>
    listUploadFiles(db, access, id),
  )
  const { access, settings, branch } = chosen
  const root = upload.projectRoot
  const manifest = readManifest(root, body.files)
  const named = findNamed(root, manifest, found)
  const uploaded = new Set(named.map(({ path }) => path))
  // What can be refused by hashes alone is, before a byte is fetched.
  await context.repositories.read(context, access, (repository) => findChanged(repository, getHead(repository, branch), manifest, uploaded))
  const commitFrom = (files: ReadonlyMap<string, string>) => {
    const contents = new Map(named.map(({ path, key, size }) => [path, { file: files.get(key) ?? '', size }]))
    const plan = { root, manifest, contents, isPruning: body.autoRemoveFiles ?? true }
    return async (edit: Edit) => {
      const before = getHead(edit, branch)
      const changes = await planUpload(edit, before, plan)
      const message = body.commitMessage || describeChanges('Upload', changes)
      const after = await commitFiles(edit, chosen, changes, message)
      await requireAcknowledged(context, edit, { access, settings, target: branch, before, after, acknowledged: acknowledgedIn(body) })
      edit.setRef(`uploads/${branch.name}`, after)
      return { before, after }
    }
  }
  // Before the turn of the repository is taken: whoever waits for it should not wait for the object store.
  const finished = await context.unreferencedObjects.withFiles(access, named, context.signal, (files) =>
    context.repositories.write(context, access, commitFrom(files), async (db, heads) => {
      await closeUpload(db, access, id)
      // Elsewhere the branch that moved is reason enough.
      if (settings.isDeployedByUpload && branch.kind === 'deploy')
        await requestBuild(db, access, { reason: 'upload_finished', requestId: context.requestId })
      const pushed = await askForPush(db, context, access, branch)
      return audited({ lastHash: heads.after, ...pushed }, [...savedTargets(chosen, heads), { kind: 'upload', id, did: 'deleted' }])
    }),
  )
  return awaitPush(context, access, branch, finished, { isAwaited: body.awaitGitOperations !== false })
}
