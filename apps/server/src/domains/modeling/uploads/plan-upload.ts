import type { Edit, FileChange, TreeEntry } from '#authoring'
import { filesIn, planChanges } from '#domains/modeling/files'
import { Failure } from '#failure'
import { pathFrom, pathIn } from './upload-rules.ts'

export type Manifest = ReadonlyMap<string, string>

const mostNamed = 5

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
  const more = paths.length > mostNamed ? ` and ${paths.length - mostNamed} more` : ''
  const named = paths
    .slice(0, mostNamed)
    .map((path) => `"${path}"`)
    .join(', ')
  return new Failure(
    'upload_incomplete',
    `Neither uploaded nor on the branch with the hash that the manifest says: ${named}${more}. Upload them and finish again; the upload is still open.`,
  )
}

const findUnchanged = async (edit: Edit, entries: readonly TreeEntry[], manifest: Manifest): Promise<Set<string>> => {
  const named = filesIn(entries).filter(({ path }) => manifest.has(path))
  const hashes = await Promise.all(named.map(({ oid }) => edit.sha1Of(oid)))
  return new Set(named.filter(({ path }, place) => hashes[place] === manifest.get(path)).map(({ path }) => path))
}

export type Plan = { root: string; manifest: Manifest; contents: ReadonlyMap<string, Buffer>; isPruning: boolean }

/** What makes the branch what the manifest says. `contents` are the uploaded files that have the hash they should have. */
export const planUpload = async (edit: Edit, head: string, { root, manifest, contents, isPruning }: Plan): Promise<FileChange[]> => {
  const entries = await edit.listTree(head)
  const unchanged = await findUnchanged(edit, entries, manifest)
  const changed = [...manifest.keys()].filter((path) => !unchanged.has(path))
  const missing = changed.filter((path) => !contents.has(path))
  if (missing.length > 0) throw incomplete(missing)
  const puts = changed.map((path) => ({ path, content: contents.get(path) ?? Buffer.alloc(0) }))
  const surplus = isPruning ? entries.filter(({ path }) => !manifest.has(path) && pathFrom(root, path) !== undefined) : []
  return planChanges(entries, { puts, removals: surplus.map(({ path }) => path) })
}
