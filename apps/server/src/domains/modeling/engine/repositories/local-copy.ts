import { randomBytes } from 'node:crypto'
import { renameSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import {
  createObjectReader,
  type Git,
  type GitDir,
  listTree,
  makeBareRepository,
  type ObjectReader,
  type PackFiles,
  type TreeEntry,
  treeOf,
} from '#adapters/git'
import { createDerived, type Derive } from './derived.ts'
import { linkOrCopy } from './link-or-copy.ts'
import { createObjectCache } from './object-cache.ts'
import { createRawHashes } from './raw-hashes.ts'
import type { Pack } from './types.ts'

/** The packs of one repository on this node's disk. A cache: everything in it can be fetched again. */
export type LocalCopy = {
  gitDir: GitDir
  objects: ObjectReader
  listTree: (commit: string) => Promise<TreeEntry[]>
  sha1Of: (oid: string) => Promise<string>
  derive: Derive
  /** Takes in a pack that was made here, so that it need not be fetched. */
  install: (pack: Pack, files: PackFiles) => void
}

/**
 * One folder of packs, which only ever grows: whoever reads from it finds what was there when they came. What can do without
 * some of its packs makes a folder of its own from the others, and this one goes when the last who use it have left.
 */
export type CopyFolder = LocalCopy & {
  readonly packs: ReadonlyMap<string, Pack>
  add: (pack: Pack) => void
  packPath: (pack: Pack) => string
  make: () => Promise<void>
  /** Another folder, with these packs of it and no others. */
  forkWith: (packs: readonly Pack[]) => Promise<CopyFolder>
  enter: () => void
  leave: () => Promise<void>
  /** Nobody comes to it any more. */
  retire: () => Promise<void>
}

const maxTrees = 8
const maxCachedBytes = 64 * 1024 * 1024
const maxHashes = 100_000

type KeptTrees = LRUCache<string, TreeEntry[]>

/** Kept listings are whole trees by their ids, so none is ever out of date. */
const treeLister =
  (objects: ObjectReader, trees: KeptTrees) =>
  async (commit: string): Promise<TreeEntry[]> => {
    const tree = await treeOf(objects, commit)
    const entries = trees.get(tree) ?? (await listTree(objects, tree))
    trees.set(tree, entries)
    return entries
  }

export type CopyFolders = {
  open: (name: string, git: Git) => CopyFolder
  /** How much all of them weigh together. */
  bytes: () => number
  close: () => Promise<void>
}

/** Folders of packs under one folder; what was read from any of them is kept in one place. */
export const createCopyFolders = (folder: string): CopyFolders => {
  const cache = createObjectCache(maxCachedBytes)
  const hashesOf = createRawHashes(maxHashes)
  const deriveFrom = createDerived()
  const readers = new Set<ObjectReader>()
  let bytes = 0

  const open = (name: string, git: Git, trees: KeptTrees = new LRUCache({ max: maxTrees })): CopyFolder => {
    const path = join(folder, `${name}-${randomBytes(6).toString('hex')}.git`)
    const gitDir = { path, git }
    const objects = cache.before(name, createObjectReader(gitDir))
    const packs = new Map<string, Pack>()
    readers.add(objects)
    let users = 0
    let isRetired = false

    const packPath = ({ sha256 }: Pick<Pack, 'sha256'>): string => join(path, 'objects', 'pack', `pack-${sha256}`)
    const add = (pack: Pack): void => {
      if (packs.has(pack.sha256)) return
      packs.set(pack.sha256, pack)
      bytes += pack.size
    }
    const install = (pack: Pack, files: PackFiles): void => {
      if (isRetired) return
      try {
        renameSync(files.pack, `${packPath(pack)}.pack`)
        renameSync(files.index, `${packPath(pack)}.idx`)
        add(pack)
      } catch {
        // The next use fetches what it needs.
      }
    }
    const removeIfLeft = async (): Promise<void> => {
      if (!isRetired || users > 0) return
      for (const { size } of packs.values()) bytes -= size
      packs.clear()
      readers.delete(objects)
      objects.close()
      await rm(path, { recursive: true, force: true })
    }
    return {
      gitDir,
      objects,
      listTree: treeLister(objects, trees),
      sha1Of: hashesOf(name, objects),
      derive: deriveFrom(objects),
      install,
      packs,
      add,
      packPath,
      make: () => makeBareRepository(gitDir),
      forkWith: async (wanted) => {
        const fork = open(name, git, trees)
        try {
          await fork.make()
          for (const pack of wanted) {
            // A pack is found by its index, so that comes last.
            for (const end of ['.pack', '.idx']) await linkOrCopy(`${packPath(pack)}${end}`, `${fork.packPath(pack)}${end}`)
            fork.add(pack)
          }
          return fork
        } catch (error) {
          await fork.retire()
          throw error
        }
      },
      enter: () => void users++,
      leave: async () => {
        users--
        await removeIfLeft()
      },
      retire: async () => {
        isRetired = true
        await removeIfLeft()
      },
    }
  }
  return {
    open,
    bytes: () => bytes,
    close: async () => {
      for (const reader of readers) reader.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
