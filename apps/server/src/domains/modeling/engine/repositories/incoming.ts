import { rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { makeBareRepository, ownObjects } from '#adapters/git'
import { linkOrCopy } from './link-or-copy.ts'
import type { LocalCopy } from './local-copy.ts'
import type { Incoming, RepositoryState } from './types.ts'

export const openIncoming = async (
  folder: string,
  copy: Pick<LocalCopy, 'gitDir'>,
  state: RepositoryState,
): Promise<{ incoming: Incoming; discard: () => Promise<void> }> => {
  const gitDir = { path: folder, git: copy.gitDir.git }
  await makeBareRepository(gitDir, [join(copy.gitDir.path, 'objects')])
  // What a remote is told that we have, so that it sends only the rest.
  const heads = [...new Set(Object.values(state.refs))].toSorted()
  await writeFile(join(folder, 'packed-refs'), heads.map((commit) => `${commit} refs/known/${commit}\n`).join(''))
  const incoming: Incoming = {
    state,
    gitDir,
    bringInto: async ({ newGitDir }) => {
      const { packs } = await ownObjects(gitDir)
      const packFolder = join(newGitDir.path, 'objects', 'pack')
      // A pack is found by its index, so that comes last. The work on a change may run twice, each time in a folder of its own.
      for (const { pack, index } of packs) for (const file of [pack, index]) await linkOrCopy(file, join(packFolder, basename(file)))
    },
  }
  return { incoming, discard: () => rm(folder, { recursive: true, force: true }) }
}
