import { Failure } from '#kernel/failure'
import type { ObjectReader } from './objects.ts'

export type TreeEntry = { mode: string; oid: string; path: string }

export const fileModes = { plain: '100644', executable: '100755', symlink: '120000', submodule: '160000' } as const
const folderMode = '40000'

const idBytes = 20

type Named = { mode: string; name: string; oid: string }

/** The entries of one tree object: `<mode> <name>\0<id>`, one after another. One more than are wanted, if there are that many. */
const entriesOf = (content: Buffer, maxEntries: number): Named[] => {
  const entries: Named[] = []
  for (let at = 0; at < content.length && entries.length <= maxEntries; ) {
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
/** Of a commit: its message, and the parents it names. */
export const maxCommitBytes = 1_048_576

const overLimit = (what: string): Failure =>
  new Failure(
    'model_too_large',
    `A version of the data model in its history has ${what}, so it is not read. Nothing was changed; compare with or merge a later one, or take it out of the history.`,
  )

/** Every tree within a tree, each once, however often it is held. */
const readTrees = async (objects: ObjectReader, root: string, { maxEntries, maxDepth }: TreeLimits): Promise<Map<string, Named[]>> => {
  const trees = new Map<string, Named[]>()
  let level = [root]
  let count = 0
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) throw overLimit(`folders more than ${maxDepth} levels deep`)
    const read = await Promise.all(
      level.map(async (oid) => ({ oid, entries: entriesOf((await objects.read(oid, maxTreeBytes)).content, maxEntries) })),
    )
    const below = new Set<string>()
    for (const { oid, entries } of read) {
      count += entries.length
      if (count > maxEntries) throw overLimit(`more than ${maxEntries} files and folders`)
      trees.set(oid, entries)
      for (const entry of entries) if (entry.mode === folderMode) below.add(entry.oid)
    }
    level = [...below].filter((oid) => !trees.has(oid))
  }
  return trees
}

/** What a tree comes to when all of it is listed: worked out from its objects, of which there may be far fewer. */
type Shape = { entries: number; depth: number; longestPath: number; bytes: number }

const shapeOf = (trees: ReadonlyMap<string, Named[]>, root: string, { maxDepth }: TreeLimits): Shape => {
  const known = new Map<string, Shape>()
  const measure = (oid: string, depth: number): Shape => {
    const measured = known.get(oid)
    if (measured) return measured
    if (depth > maxDepth) throw overLimit(`folders more than ${maxDepth} levels deep`)
    const shape = { entries: 0, depth: 0, longestPath: 0, bytes: 0 }
    for (const { mode, name, oid: id } of trees.get(oid) ?? []) {
      const length = Buffer.byteLength(name)
      const below = mode === folderMode ? measure(id, depth + 1) : null
      shape.entries += 1 + (below?.entries ?? 0)
      shape.depth = Math.max(shape.depth, below ? below.depth + 1 : 0)
      shape.longestPath = Math.max(shape.longestPath, length + (below ? below.longestPath + 1 : 0))
      shape.bytes += length + (below ? below.bytes + below.entries * (length + 1) : 0)
    }
    known.set(oid, shape)
    return shape
  }
  return measure(root, 0)
}

const requireListable = ({ entries, depth, longestPath, bytes }: Shape, limits: TreeLimits): void => {
  const { maxEntries, maxDepth, maxPathBytes, maxListingBytes } = limits
  if (entries > maxEntries) throw overLimit(`more than ${maxEntries} files and folders`)
  if (depth > maxDepth) throw overLimit(`folders more than ${maxDepth} levels deep`)
  if (longestPath > maxPathBytes) throw overLimit(`a path of more than ${maxPathBytes} bytes`)
  if (bytes > maxListingBytes) throw overLimit(`paths of more than ${maxListingBytes} bytes together`)
}

function* filesOf(trees: ReadonlyMap<string, Named[]>, oid: string, prefix: string): Generator<TreeEntry> {
  for (const { mode, name, oid: id } of trees.get(oid) ?? [])
    if (mode === folderMode) yield* filesOf(trees, id, `${prefix}${name}/`)
    else yield { mode, oid: id, path: `${prefix}${name}` }
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
export const listTree = async (objects: ObjectReader, tree: string, limits: TreeLimits = standardTreeLimits): Promise<TreeEntry[]> => {
  const trees = await readTrees(objects, tree, limits)
  requireListable(shapeOf(trees, tree, limits), limits)
  return [...filesOf(trees, tree, '')]
}
