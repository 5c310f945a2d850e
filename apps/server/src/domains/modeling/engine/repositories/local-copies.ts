import { type Git, indexPack } from '#adapters/git'
import { type ObjectStore, storedObjectKey } from '#adapters/object-store'
import { isDamaged, damageAsUnavailable } from './damaged-store.ts'
import { type CopyFolder, createCopyFolders, type LocalCopy } from './local-copy.ts'
import { repositoryName } from './repository-name.ts'
import type { Pack, RepositoryId, RepositoryState } from './types.ts'

export type { LocalCopy }

export type LocalCopies = {
  /** `exact`: no pack beside those of the state. A change is made on nothing else, or it might lean on an object that only this node has. */
  use: <T>(repositoryId: RepositoryId, state: RepositoryState, need: 'all' | 'exact', work: (copy: LocalCopy) => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

/** A repository: the folder that those who come now are given, and how many have come or wait to. */
type Kept = { folder: CopyFolder; users: number; line: Promise<unknown> }

const maxReaders = 12
const fetchedAtOnce = 4

const fetchPack = async (store: ObjectStore, repositoryId: RepositoryId, folder: CopyFolder, pack: Pack): Promise<void> => {
  const path = folder.packPath(pack)
  await damageAsUnavailable(store.getToFile(storedObjectKey(repositoryId, pack.key), pack.sha256, `${path}.pack`))
  try {
    await store.getToFile(storedObjectKey(repositoryId, pack.indexKey), pack.indexSha256, `${path}.idx`)
  } catch (error) {
    // The index says nothing that the pack does not: one that is lost or wrong is made again.
    if (!isDamaged(error)) throw error
    await indexPack(folder.gitDir, { pack: `${path}.pack`, index: `${path}.idx` })
  }
  folder.add(pack)
}

export type CopiesOptions = { folder: string; store: ObjectStore; maxBytes: number; gitOf: (tenantId: number) => Git }

export const createLocalCopies = ({ folder, store, maxBytes, gitOf }: CopiesOptions): LocalCopies => {
  const folders = createCopyFolders(folder)
  /** In the order of their last use. */
  const copies = new Map<string, Kept>()
  /** Those that may have git running to read for them, in the same order. */
  const readers = new Set<Kept>()

  /** Makes the folder hold what the state names. Others may be reading from it: nothing is taken from it. */
  const bring = async (repositoryId: RepositoryId, kept: Kept, { packs }: RepositoryState, need: 'all' | 'exact'): Promise<CopyFolder> => {
    const { folder: before } = kept
    if (before.packs.size === 0) await before.make()
    const missing = packs.filter(({ sha256 }) => !before.packs.has(sha256))
    for (let at = 0; at < missing.length; at += fetchedAtOnce)
      await Promise.all(missing.slice(at, at + fetchedAtOnce).map((pack) => fetchPack(store, repositoryId, before, pack)))
    const wanted = new Set(packs.map(({ sha256 }) => sha256))
    if (need === 'exact' && before.packs.size > wanted.size) {
      kept.folder = await before.forkWith(packs)
      await before.retire()
    }
    kept.folder.enter()
    return kept.folder
  }

  const restReaders = (): void => {
    for (const kept of readers) {
      if (readers.size <= maxReaders) return
      if (kept.users > 0) continue
      readers.delete(kept)
      kept.folder.objects.close()
    }
  }

  /** Those in use stay, whatever they weigh. */
  const makeRoom = async (): Promise<void> => {
    const going: Promise<void>[] = []
    for (const [name, kept] of copies) {
      if (folders.bytes() <= maxBytes) break
      if (kept.users > 0) continue
      copies.delete(name)
      readers.delete(kept)
      going.push(kept.folder.retire())
    }
    await Promise.all(going)
  }

  return {
    use: async (repositoryId, state, need, work) => {
      const name = repositoryName(repositoryId)
      const kept = copies.get(name) ?? { folder: folders.open(name, gitOf(repositoryId.tenantId)), users: 0, line: Promise.resolve() }
      copies.delete(name)
      copies.set(name, kept)
      readers.delete(kept)
      readers.add(kept)
      kept.users++
      try {
        // One after another, so that no pack is fetched twice.
        const brought = kept.line.then(() => bring(repositoryId, kept, state, need))
        kept.line = brought.catch(() => undefined)
        const used = await brought
        try {
          return await work(used)
        } finally {
          await used.leave()
        }
      } finally {
        kept.users--
        restReaders()
        await makeRoom()
      }
    },
    close: folders.close,
  }
}
