import { findByTrailer, type TreeEntry } from '#adapters/git'
import { inTransaction } from '#db'
import { type DeploymentVariables, readVariables, rootOf } from '#engine/hosting'
import { findNameInTheWay, headRef, nameTaken } from '#engine/modeling'
import { Failure } from '#kernel/failure'
import { runTrailer } from './commit-message.ts'
import { type ExtendedCube, findExtended } from './extended-cubes.ts'
import { planTree, type TreePlan } from './plan-tree.ts'
import { type DeploymentSettings, findBranch, readSettings } from './publish-queries.ts'
import { requireWritable } from './publish-target.ts'
import type { PublishParts, PublishRun } from './types.ts'

export type Settings = DeploymentSettings & Pick<DeploymentVariables, 'values'> & { root: string }

export type RunPlan = {
  settings: Settings
  isNew: boolean
  base: { branchName: string; commit: string }
  entries: TreeEntry[]
  tree: TreePlan
  extended: ExtendedCube[]
  /** The commit that an earlier attempt of this run has made. */
  made: string | null
}

type Run = Omit<PublishRun, 'conclude'>

const readDeployment = ({ pool, keyRing }: PublishParts, run: Run): Promise<Settings> =>
  inTransaction(pool, run.tenantId, 'read only', async (db) => {
    const settings = await readSettings(db, run)
    const { values } = await readVariables(db, keyRing, run)
    return { ...settings, values, root: rootOf(settings.projectRoot) }
  })

type Start = Pick<RunPlan, 'isNew' | 'base' | 'made'>

/** Where the run begins: the head of its branch, of the deploy branch, or what was before its own commit. */
const startOf = (refs: Record<string, string>, { target }: Run, { deployBranch }: Settings): Start => {
  const head = refs[headRef({ name: target.branchName })]
  if (head) return { isNew: false, base: { branchName: target.branchName, commit: head }, made: null }
  const taken = findNameInTheWay(Object.keys(refs), { name: target.branchName })
  if (taken !== undefined) throw nameTaken(taken, target.branchName)
  const commit = refs[headRef({ name: deployBranch })]
  if (!commit)
    throw new Failure(
      'branch_not_found',
      `The deploy branch "${deployBranch}" does not exist. Create it, or name another in the setting deployBranchName.`,
    )
  return { isNew: true, base: { branchName: deployBranch, commit }, made: null }
}

/** What the run would do to its branch as it is now. Nothing is changed. */
export const planRun = async (parts: PublishParts, run: Run): Promise<RunPlan> => {
  const settings = await readDeployment(parts, run)
  const { target, conversion, signal } = run
  const plan = await parts.repositories.readAt(run, signal, async (copy, { refs }): Promise<RunPlan> => {
    const start = startOf(refs, run, settings)
    const trailer = { key: runTrailer, value: run.runId }
    const made = start.isNew ? undefined : await findByTrailer(copy.gitDir, start.base.commit, trailer, signal)
    const base = made ? { ...start.base, commit: made.parent } : start.base
    const version = { entries: await copy.listTree(base.commit), objects: copy.objects }
    const tree = await planTree(version, conversion, settings.root)
    const extended = await findExtended(version, tree)
    return { settings, isNew: start.isNew, base, made: made?.commit ?? null, entries: version.entries, tree, extended }
  })
  // Asked after the repository was read, which begins it where it is new.
  await inTransaction(parts.pool, run.tenantId, 'read only', async (db) =>
    requireWritable(target, await findBranch(db, run, target.branchName), settings.deployBranch),
  )
  return plan
}
