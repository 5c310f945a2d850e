import { Failure } from '#failure'
import type { ObjectReader } from './objects.ts'

export type TreeEntry = { mode: string; oid: string; path: string }

export const fileModes = { plain: '100644', executable: '100755', symlink: '120000', submodule: '160000' } as const
const folderMode = '40000'

const idBytes = 20

/** The entries of one tree object: `<mode> <name>\0<id>`, one after another. */
const entriesOf = (content: Buffer): { mode: string; name: string; oid: string }[] => {
  const entries: { mode: string; name: string; oid: string }[] = []
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(0x20, at)
    const end = content.indexOf(0, space)
    entries.push({
      mode: content.toString('latin1', at, space),
      name: content.toString('utf8', space + 1, end),
      oid: content.toString('hex', end + 1, end + 1 + idBytes),
    })
    at = end + 1 + idBytes
  }
  return entries
}

/** How much of a tree is listed. A tree of a few objects can stand for billions of paths: it may hold another many times over. */
export type TreeLimits = { maxEntries: number; maxDepth: number; maxPathBytes: number; maxListingBytes: number }

export const standardTreeLimits: TreeLimits = { maxEntries: 25_000, maxDepth: 64, maxPathBytes: 4096, maxListingBytes: 16 * 1_048_576 }

// As many entries as are listed, each with a name of the longest kind.
const maxTreeBytes = 8 * 1_048_576
const maxCommitBytes = 1_048_576

const overLimit = (what: string): Failure =>
  new Failure(
    'model_too_large',
    `A version of the data model in its history has ${what}, so it is not looked into. Nothing was changed; compare with or merge a later one, or take it out of the history.`,
  )

/** Counts what is listed, over all folders, and refuses as soon as it is too much. */
const createCounter = ({ maxEntries, maxDepth, maxPathBytes, maxListingBytes }: TreeLimits) => {
  let entries = 0
  let bytes = 0
  return {
    enter: (depth: number): void => {
      if (depth > maxDepth) throw overLimit(`folders more than ${maxDepth} levels deep`)
    },
    count: (pathBytes: number): void => {
      entries += 1
      bytes += pathBytes
      if (entries > maxEntries) throw overLimit(`more than ${maxEntries} files and folders`)
      if (pathBytes > maxPathBytes) throw overLimit(`a path of more than ${maxPathBytes} bytes`)
      if (bytes > maxListingBytes) throw overLimit(`paths of more than ${maxListingBytes} bytes together`)
    },
  }
}

type Counter = ReturnType<typeof createCounter>

const walk = async (objects: ObjectReader, oid: string, prefix: string, depth: number, counter: Counter): Promise<TreeEntry[]> => {
  counter.enter(depth)
  const entries = entriesOf((await objects.read(oid, maxTreeBytes)).content)
  const prefixBytes = Buffer.byteLength(prefix)
  for (const { name } of entries) counter.count(prefixBytes + Buffer.byteLength(name))
  const parts = await Promise.all(
    entries.map(
      async ({ mode, name, oid: id }): Promise<TreeEntry[]> =>
        mode === folderMode ? walk(objects, id, `${prefix}${name}/`, depth + 1, counter) : [{ mode, oid: id, path: `${prefix}${name}` }],
    ),
  )
  return parts.flat()
}

/** The tree a commit stands for. */
export const treeOf = async (objects: ObjectReader, commit: string): Promise<string> => {
  const { type, content } = await objects.read(commit, maxCommitBytes)
  const tree = /^tree ([0-9a-f]{40})\n/.exec(content.toString('latin1', 0, 46))?.[1]
  if (type !== 'commit' || !tree) throw new Error(`${commit} is not a commit.`)
  return tree
}

/**
 * Every file of a tree, in git's order: folders are walked, links and submodules are entries like others and never followed.
 * A tree beyond the limits is refused, wherever it is met: only what heads name was held to the rules when it came.
 */
export const listTree = (objects: ObjectReader, tree: string, limits: TreeLimits = standardTreeLimits): Promise<TreeEntry[]> =>
  walk(objects, tree, '', 0, createCounter(limits))
