import type { Edit, FileChange, Repository, TreeEntry } from '#engine/modeling'
import { type FileOnDisk, filesIn, planChanges } from '#domains/modeling/files'
import { Failure } from '#kernel/failure'
import { pathFrom, pathIn } from './upload-rules.ts'

export type Manifest = ReadonlyMap<string, string>

const maxNamed = 5

/** The manifest by paths of the repository. */
export const readManifest = (root: string, files: Record<string, { hash: string }>): Manifest => {
  const manifest = new Map<string, string>()
  for (const [sent, { hash }] of Object.entries(files)) {
    const path = pathIn(root, sent)
    if (manifest.has(path)) throw new Failure('file_path_invalid', `The manifest names "${path}" twice. Nothing was changed.`)
    manifest.set(path, hash.toLowerCase())
  }
  return manifest
}

const incomplete = (paths: string[]): Failure => {
  const more = paths.length > maxNamed ? ` and ${paths.length - maxNamed} more` : ''
  const named = paths
    .slice(0, maxNamed)
    .map((path) => `"${path}"`)
    .join(', ')
  return new Failure(
    'upload_incomplete',
    `Neither uploaded nor on the branch with the hash that the manifest says: ${named}${more}. Upload them and finish again; the upload is still open.`,
  )
}

const findUnchanged = async (
  { sha1Of }: Pick<Repository, 'sha1Of'>,
  entries: readonly TreeEntry[],
  manifest: Manifest,
): Promise<Set<string>> => {
  const named = filesIn(entries).filter(({ path }) => manifest.has(path))
  const hashes = await Promise.all(named.map(({ oid }) => sha1Of(oid)))
  return new Set(named.filter(({ path }, index) => hashes[index] === manifest.get(path)).map(({ path }) => path))
}

/** The paths of the manifest that the branch does not have as it says. Each of them must have been uploaded. */
export const findChanged = async (
  repository: Pick<Repository, 'listTree' | 'sha1Of'>,
  head: string,
  manifest: Manifest,
  uploaded: { has: (path: string) => boolean },
): Promise<Set<string>> => {
  const unchanged = await findUnchanged(repository, await repository.listTree(head), manifest)
  const changed = [...manifest.keys()].filter((path) => !unchanged.has(path))
  const missing = changed.filter((path) => !uploaded.has(path))
  if (missing.length > 0) throw incomplete(missing)
  return new Set(changed)
}

export type Plan = { root: string; manifest: Manifest; contents: ReadonlyMap<string, FileOnDisk>; isPruning: boolean }

/** What makes the branch what the manifest says. `contents` are the uploaded files that have the hash they should have. */
export const planUpload = async (edit: Edit, head: string, { root, manifest, contents, isPruning }: Plan): Promise<FileChange[]> => {
  const changed = await findChanged(edit, head, manifest, contents)
  const entries = await edit.listTree(head)
  const puts = [...contents].filter(([path]) => changed.has(path)).map(([path, content]) => ({ path, content }))
  const surplus = isPruning ? entries.filter(({ path }) => !manifest.has(path) && pathFrom(root, path) !== undefined) : []
  return planChanges(entries, { puts, removals: surplus.map(({ path }) => path) })
}
