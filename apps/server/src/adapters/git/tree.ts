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

const walk = async (objects: ObjectReader, oid: string, prefix: string): Promise<TreeEntry[]> => {
  const entries = entriesOf((await objects.read(oid)).content)
  const parts = await Promise.all(
    entries.map(
      async ({ mode, name, oid: id }): Promise<TreeEntry[]> =>
        mode === folderMode ? walk(objects, id, `${prefix}${name}/`) : [{ mode, oid: id, path: `${prefix}${name}` }],
    ),
  )
  return parts.flat()
}

/** The tree a commit stands for. */
export const treeOf = async (objects: ObjectReader, commit: string): Promise<string> => {
  const { type, content } = await objects.read(commit)
  const tree = /^tree ([0-9a-f]{40})\n/.exec(content.toString('latin1', 0, 46))?.[1]
  if (type !== 'commit' || !tree) throw new Error(`${commit} is not a commit.`)
  return tree
}

/** Every file of a tree, in git's order: folders are walked, links and submodules are entries like others and never followed. */
export const listTree = (objects: ObjectReader, tree: string): Promise<TreeEntry[]> => walk(objects, tree, '')
