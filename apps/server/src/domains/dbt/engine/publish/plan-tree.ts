import { type Conversion, type ExistingFile, planOutput } from '@facet/dbt-convert'
import { ObjectOverLimit, type TreeEntry } from '#adapters/git'
import { requireFit } from '#engine/modeling'
import type { ModelTree, TreeChanges } from './model-tree.ts'

/** What the folder rules need of a conversion. */
export type Generated = Pick<Conversion, 'files' | 'outputPath' | 'projectModels'>

/** What a sync does to a tree, by paths of the repository. */
export type TreePlan = TreeChanges & {
  /** Files of the output folder that are left as they are: out of the selection, or not generated. */
  keeps: string[]
  /** Every generated file, changed or not. */
  files: string[]
}

// A generated file is far smaller; what is larger was not written by a sync.
const maxFileBytes = 4 * 1_048_576
const readAtOnce = 64

// The converter names files after cubes; what else it could come to is not left to git.
const isSafeName = /^\w+\.yml$/

const isPlain = ({ mode }: TreeEntry): boolean => mode.startsWith('100')

/** The text of a file; empty for what no sync wrote: links, submodules, and what is too large. */
const textOf = async ({ objects }: ModelTree, entry: TreeEntry): Promise<string> => {
  if (!isPlain(entry)) return ''
  try {
    return (await objects.read(entry.oid, maxFileBytes)).content.toString('utf8')
  } catch (error) {
    if (error instanceof ObjectOverLimit) return ''
    throw error
  }
}

export const readTexts = async (tree: ModelTree, entries: readonly TreeEntry[]): Promise<ExistingFile[]> => {
  const texts: ExistingFile[] = []
  for (let at = 0; at < entries.length; at += readAtOnce)
    texts.push(
      ...(await Promise.all(
        entries.slice(at, at + readAtOnce).map(async (entry) => ({ path: entry.path, content: await textOf(tree, entry) })),
      )),
    )
  return texts
}

const requireSafe = ({ files, outputPath }: Generated): void => {
  const strange = files.find(({ path }) => !path.startsWith(`${outputPath}/`) || !isSafeName.test(path.slice(outputPath.length + 1)))
  if (strange) throw new Error(`A generated file has the path ${JSON.stringify(strange.path.slice(0, 200))}, which is none of a cube.`)
}

/** Which files of a tree change. `root` is the folder of the repository that is the project; empty for all of it. */
export const planTree = async (tree: ModelTree, generated: Generated, root: string): Promise<TreePlan> => {
  requireSafe(generated)
  const prefix = root === '' ? '' : `${root}/`
  const placed = (path: string): string => `${prefix}${path}`
  const folder = placed(`${generated.outputPath}/`)
  const existing = await readTexts(
    tree,
    tree.entries.filter(({ path }) => path.startsWith(folder)),
  )
  const plan = planOutput(
    generated,
    existing.map(({ path, content }) => ({ path: path.slice(prefix.length), content })),
  )
  const deletes = plan.deletes.map(placed)
  const gone = new Set(deletes)
  const writes = plan.writes.map(({ path, content }) => ({ path: placed(path), content }))
  const kept = new Set(tree.entries.map(({ path }) => path).filter((path) => !gone.has(path)))
  requireFit(
    kept,
    writes.map(({ path }) => path).filter((path) => !kept.has(path)),
  )
  return { writes, deletes, keeps: plan.keeps.map(placed), files: generated.files.map(({ path }) => placed(path)) }
}
