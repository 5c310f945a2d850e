import { rm } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import {
  createObjectReader,
  listTree,
  makeBareRepository,
  type ObjectReader,
  type PackFiles,
  runGit,
  type TreeEntry,
  treeOf,
} from '#adapters/git'
import { type ObjectStore, storedObjectKey } from '#adapters/object-store'
import { isDamaged, orOutage } from './damaged-store.ts'
import { createDerived, type Derive } from './derived.ts'
import { createObjectCache } from './object-cache.ts'
import { createRawHashes } from './raw-hashes.ts'
import type { Pack, Place, RepositoryState } from './types.ts'

/** The packs of one repository on this node's disk. A cache: everything in it can be fetched again. */
export type LocalCopy = {
  gitDir: string
  objects: ObjectReader
  listTree: (commit: string) => Promise<TreeEntry[]>
  sha1Of: (oid: string) => Promise<string>
  derive: Derive
  /** Takes in a pack that was made here, so that it need not be fetched. */
  install: (pack: Pack, files: PackFiles) => void
}

export type LocalCopies = {
  /** `exact`: no pack beside those of the state. A change is made on nothing else, or it might lean on an object that only this node has. */
  use: <T>(place: Place, state: RepositoryState, need: 'all' | 'exact', work: (copy: LocalCopy) => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

type Kept = LocalCopy & {
  packs: Map<string, number>
  users: number
  bringing: Promise<unknown>
}

const mostTrees = 8
const mostReaders = 24
const mostCachedBytes = 64 * 1024 * 1024
const mostHashes = 100_000
const fetchedAtOnce = 4

const packPath = (gitDir: string, sha256: string): string => join(gitDir, 'objects', 'pack', `pack-${sha256}`)

/** Kept listings are whole trees by their ids, so none is ever out of date. */
const treeLister =
  (objects: ObjectReader, trees: Map<string, TreeEntry[]>) =>
  async (commit: string): Promise<TreeEntry[]> => {
    const tree = await treeOf(objects, commit)
    const entries = trees.get(tree) ?? (await listTree(objects, tree))
    trees.delete(tree)
    trees.set(tree, entries)
    for (const oldest of trees.keys()) if (trees.size > mostTrees) trees.delete(oldest)
    return entries
  }

export const createLocalCopies = (folder: string, store: ObjectStore, mostBytes: number): LocalCopies => {
  const copies = new Map<string, Kept>()
  const cache = createObjectCache(mostCachedBytes)
  const hashesOf = createRawHashes(mostHashes)
  const deriveFrom = createDerived()
  /** Those that may have git running to read for them, in the order of their last use. */
  const readers = new Set<Kept>()
  let bytes = 0

  const take = (packs: Map<string, number>, { sha256, size }: Pack): void => {
    bytes += size - (packs.get(sha256) ?? 0)
    packs.set(sha256, size)
  }

  const fetchPack = async (place: Place, gitDir: string, pack: Pack): Promise<void> => {
    const path = packPath(gitDir, pack.sha256)
    await orOutage(store.getToFile(storedObjectKey(place, pack.key), pack.sha256, `${path}.pack`))
    try {
      await store.getToFile(storedObjectKey(place, pack.indexKey), pack.indexSha256, `${path}.idx`)
    } catch (error) {
      // The index says nothing that the pack does not: one that is lost or wrong is made again.
      if (!isDamaged(error)) throw error
      await runGit({ gitDir, args: ['index-pack', '-o', `${path}.idx`, `${path}.pack`] })
    }
  }

  const dropExtras = async (copy: Kept, wanted: Set<string>): Promise<void> => {
    const extras = [...copy.packs.keys()].filter((sha256) => !wanted.has(sha256))
    if (extras.length === 0) return
    // The reader has the old packs open; the next question starts one that sees the new.
    copy.objects.close()
    for (const sha256 of extras) {
      bytes -= copy.packs.get(sha256) ?? 0
      copy.packs.delete(sha256)
      await rm(`${packPath(copy.gitDir, sha256)}.idx`, { force: true })
      await rm(`${packPath(copy.gitDir, sha256)}.pack`, { force: true })
    }
  }

  const bring = async (place: Place, copy: Kept, state: RepositoryState, need: 'all' | 'exact'): Promise<void> => {
    const missing = state.packs.filter(({ sha256 }) => !copy.packs.has(sha256))
    if (copy.packs.size === 0) await makeBareRepository(copy.gitDir)
    for (let at = 0; at < missing.length; at += fetchedAtOnce)
      await Promise.all(
        missing.slice(at, at + fetchedAtOnce).map(async (pack) => {
          await fetchPack(place, copy.gitDir, pack)
          take(copy.packs, pack)
        }),
      )
    if (need === 'exact') await dropExtras(copy, new Set(state.packs.map(({ sha256 }) => sha256)))
  }

  const open = (name: string): Kept => {
    const gitDir = join(folder, name)
    const objects = cache.before(name, createObjectReader(gitDir))
    const trees = new Map<string, TreeEntry[]>()
    const packs = new Map<string, number>()
    const install = (pack: Pack, files: PackFiles): void => {
      const path = packPath(gitDir, pack.sha256)
      try {
        renameSync(files.pack, `${path}.pack`)
        renameSync(files.index, `${path}.idx`)
        take(packs, pack)
      } catch {
        // The copy was thrown away meanwhile; the next use fetches what it needs.
      }
    }
    const listing = { listTree: treeLister(objects, trees), sha1Of: hashesOf(name, objects), derive: deriveFrom(objects) }
    return { gitDir, objects, ...listing, install, packs, users: 0, bringing: Promise.resolve() }
  }

  const restReaders = (): void => {
    for (const copy of readers) {
      if (readers.size <= mostReaders) return
      if (copy.users > 0) continue
      readers.delete(copy)
      copy.objects.close()
    }
  }

  /** In the order of their last use; those in use stay, whatever they weigh. */
  const makeRoom = async (): Promise<void> => {
    if (bytes <= mostBytes) return
    const gone: string[] = []
    for (const [name, copy] of copies) {
      if (bytes <= mostBytes) break
      if (copy.users > 0) continue
      copies.delete(name)
      readers.delete(copy)
      for (const size of copy.packs.values()) bytes -= size
      copy.objects.close()
      // One that never got a pack has no folder to speak of.
      if (copy.packs.size === 0) continue
      const away = `${copy.gitDir}.gone-${randomBytes(6).toString('hex')}`
      // Out of the way before anything else runs: a new copy of the same name may be made while this one is removed.
      renameSync(copy.gitDir, away)
      gone.push(away)
    }
    for (const away of gone) await rm(away, { recursive: true, force: true })
  }

  return {
    use: async (place, state, need, work) => {
      const name = `${place.tenantId}-${place.deploymentId}.git`
      const copy = copies.get(name) ?? open(name)
      copies.delete(name)
      copies.set(name, copy)
      readers.delete(copy)
      readers.add(copy)
      copy.users++
      try {
        // One after another, so that nobody drops what somebody else is fetching.
        const bringing = copy.bringing.then(() => bring(place, copy, state, need))
        copy.bringing = bringing.catch(() => undefined)
        await bringing
        return await work(copy)
      } finally {
        copy.users--
        restReaders()
        await makeRoom()
      }
    },
    close: async () => {
      for (const { objects } of copies.values()) objects.close()
      copies.clear()
      readers.clear()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
