import type { ModelFileChange } from '@facet/contract'
import { isAncestor, type TreeEntry } from '#adapters/git'
import { type Comparison, diffRulesVersion, type ModelComparer, type Repository } from '#engine/modeling'
import { Failure } from '#kernel/failure'

export type DiffFormat = 'json' | 'markdown' | 'sarif'

/** What a run changes for those who query; where they could not be compared, most often for their size, why it is not told. */
export type SemanticDiff = Record<DiffFormat, Buffer> | { tooLarge: string }

export type DescribedChange = {
  tenantId: number
  branchName: string
  /** The commit, or the base again where nothing is committed. */
  head: string
  base: { branchName: string; commit: string }
  signal: AbortSignal
}

const byPath = (entries: readonly TreeEntry[]): Map<string, string> => new Map(entries.map(({ path, oid }) => [path, oid]))

/** Which files differ. A sync names files after their cubes, so one that moved is one that went and one that came. */
export const changedFiles = ({ before, after }: Pick<Comparison, 'before' | 'after'>): ModelFileChange[] => {
  const was = byPath(before)
  const is = byPath(after)
  const changed = [...is].flatMap(([path, oid]): ModelFileChange[] => {
    if (was.get(path) === oid) return []
    return [{ path, status: was.has(path) ? 'changed' : 'added' }]
  })
  const removed = [...was.keys()].filter((path) => !is.has(path)).map((path): ModelFileChange => ({ path, status: 'removed' }))
  return [...changed, ...removed].toSorted((one, other) => (one.path < other.path ? -1 : 1))
}

const describe = (
  models: Pick<ModelComparer, 'describe'>,
  { tenantId, branchName, head, base, signal }: DescribedChange,
  comparison: Comparison,
  as: DiffFormat,
): Promise<Buffer> =>
  models.describe({ tenantId, signal }, comparison, {
    as,
    files: changedFiles(comparison),
    rulesVersion: diffRulesVersion,
    head: { branchName, lastHash: head, baseBranch: base.branchName, baseHash: base.commit },
    // A sync writes to branches that are reviewed; what a merge must acknowledge is asked there.
    mustAcknowledge: false,
  })

/**
 * The semantic diff of what a run has committed. It is made when somebody asks for it: parsing a thousand cubes takes longer than all the
 * rest of publishing them. Undefined where the repository has the commits no more.
 */
export const describeCommit = async (
  models: Pick<ModelComparer, 'describe'>,
  { gitDir, listTree, objects }: Pick<Repository, 'gitDir' | 'listTree' | 'objects'>,
  change: DescribedChange,
  as: DiffFormat,
): Promise<Buffer | undefined> => {
  for (const commit of [change.base.commit, change.head]) if (!(await isAncestor(gitDir, commit, commit, change.signal))) return undefined
  const comparison = { before: await listTree(change.base.commit), after: await listTree(change.head), objects }
  return describe(models, change, comparison, as)
}

/** The same, in all its forms, of what is not committed yet. What is parsed for the first is kept for the others. */
export const describeVersions = async (
  models: Pick<ModelComparer, 'describe'>,
  change: DescribedChange,
  comparison: Comparison,
): Promise<SemanticDiff> => {
  try {
    const json = await describe(models, change, comparison, 'json')
    const markdown = await describe(models, change, comparison, 'markdown')
    return { json, markdown, sarif: await describe(models, change, comparison, 'sarif') }
  } catch (error) {
    if (change.signal.aborted) throw error
    // What a run changes is worth telling and nothing more: it is published all the same.
    return { tooLarge: error instanceof Failure ? error.message : 'What this changes of the data model could not be worked out.' }
  }
}

/** The diff under the name of the commit, which nobody knew when it was made. */
export const withHead = (diff: SemanticDiff | null, lastHash: string): SemanticDiff | null => {
  if (diff === null || 'tooLarge' in diff) return diff
  const said = JSON.parse(diff.json.toString('utf8')) as object
  return { ...diff, json: Buffer.from(JSON.stringify({ ...said, lastHash })) }
}
