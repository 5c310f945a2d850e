import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  createObjectReader,
  listMergeBases,
  listTree,
  makeBareRepository,
  mergeTrees,
  ownObjects,
  type PackFiles,
  packNewObjects,
  treeOf,
  writeCommit,
} from '#adapters/git'
import type { LocalCopy } from './local-copy.ts'
import type { Edit, RepositoryState } from './types.ts'

/** What a change comes to: refs, and the pack of its new objects, if it made any. Null when it changes nothing. */
export type Change = { refs: Record<string, string>; files: PackFiles | null }

export type OpenEdit = { edit: Edit; finish: () => Promise<Change | null>; discard: () => Promise<void> }

/** Begins a change in a repository of its own that looks through to the copy's objects: given up, it leaves no trace there. */
export const startEdit = async (folder: string, copy: LocalCopy, state: RepositoryState, signal: AbortSignal): Promise<OpenEdit> => {
  const newGitDir = { path: folder, git: copy.gitDir.git }
  await makeBareRepository(newGitDir, [join(copy.gitDir.path, 'objects')])
  const newObjects = createObjectReader(newGitDir)
  const written = new Set<string>()
  const refs = new Map(Object.entries(state.refs))
  const seconds = Math.floor(Date.now() / 1000)

  const edit: Edit = {
    state,
    gitDir: copy.gitDir,
    newGitDir,
    objects: copy.objects,
    newObjects,
    listTree: async (commit) => (written.has(commit) ? listTree(newObjects, await treeOf(newObjects, commit)) : copy.listTree(commit)),
    sha1Of: copy.sha1Of,
    derive: copy.derive,
    writeCommit: async (commit) => {
      const id = await writeCommit(newGitDir, commit, seconds, signal)
      written.add(id)
      return id
    },
    mergeTrees: async (ours, theirs) => {
      // Git looks into all of these, and of the ancestors nobody has yet.
      for (const commit of [ours, theirs, ...(await listMergeBases(newGitDir, ours, theirs, signal))])
        await listTree(newObjects, await treeOf(newObjects, commit))
      return mergeTrees(newGitDir, ours, theirs, signal)
    },
    setRef: (name, commit) => {
      if (commit === null) refs.delete(name)
      else refs.set(name, commit)
    },
  }

  const finish = async (): Promise<Change | null> => {
    newObjects.close()
    const before = Object.entries(state.refs)
    if (before.length === refs.size && before.every(([name, commit]) => refs.get(name) === commit)) return null
    const known = new Set(Object.values(state.refs))
    const commits = [...new Set(refs.values())].filter((commit) => !known.has(commit))
    const next = Object.fromEntries(refs)
    if (commits.length === 0) return { refs: next, files: null }
    const { packs, hasLoose } = await ownObjects(newGitDir)
    if (packs.length === 0 && !hasLoose) return { refs: next, files: null }
    // A single commit is one whole pack already.
    const [only] = packs
    const files = only && packs.length === 1 && !hasLoose ? only : await packNewObjects(newGitDir, commits, [...known], signal)
    return { refs: next, files }
  }

  const discard = async (): Promise<void> => {
    newObjects.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { edit, finish, discard }
}
