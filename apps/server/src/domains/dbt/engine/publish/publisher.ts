import { createKeyedMutex, repositoryName } from '#engine/modeling'
import { Failure } from '#kernel/failure'
import { BranchMoved, commitRun } from './commit-run.ts'
import { compileTree, type TreeCompiler } from './compile-tree.ts'
import { createCompiledTrees } from './compiled-trees.ts'
import { describeVersions, type SemanticDiff, withHead } from './describe-change.ts'
import { changedTree } from './model-tree.ts'
import { planRun, type RunPlan } from './plan-run.ts'
import { asPublishProblem } from './publish-problem.ts'
import { requireNoSecrets } from './secret-scan.ts'
import type { Previewed, Published, Publisher, PublishParts, PublishPlan, PublishRun } from './types.ts'

// Each time somebody else was quicker, although a whole model was compiled in between.
const maxAttempts = 5

const busy = (branchName: string): Failure =>
  new Failure('service_unavailable', `Others keep changing the branch "${branchName}". The sync is tried again in a moment.`, {
    retryAfterSeconds: 10,
  })

type Run = Omit<PublishRun, 'conclude'>
type Node = PublishParts & TreeCompiler

const isUnchanged = ({ tree }: RunPlan): boolean => tree.writes.length === 0 && tree.deletes.length === 0

/** Both at once: the engine compiles in a process of its own, versions are compared in another. If one fails, the other ends. */
const together = async <A, B>(
  signal: AbortSignal,
  [one, other]: [(signal: AbortSignal) => Promise<A>, (signal: AbortSignal) => Promise<B>],
): Promise<[A, B]> => {
  const ended = new AbortController()
  const either = AbortSignal.any([signal, ended.signal])
  const work = [one(either), other(either)] as const
  try {
    return await Promise.all(work)
  } catch (error) {
    ended.abort(error)
    await Promise.allSettled(work)
    throw error
  }
}

const describeRun = async (parts: PublishParts, run: Run, { base, entries, tree }: RunPlan): Promise<SemanticDiff | null> => {
  if (!run.isDescribed) return null
  return parts.repositories.readAt(run, run.signal, (copy) => {
    const changed = changedTree({ entries, objects: copy.objects }, tree)
    const change = { tenantId: run.tenantId, branchName: run.target.branchName, head: base.commit, base, signal: run.signal }
    return describeVersions(parts.models, change, { before: entries, after: changed.entries, objects: changed.objects })
  })
}

/** Everything before the commit: the plan, and that what it makes shows no secret and compiles. */
const prepare = async (parts: Node, run: Run): Promise<{ plan: RunPlan; told: PublishPlan }> => {
  run.onProgress?.('planning')
  const plan = await planRun(parts, run)
  const { tree, base, isNew, extended, made } = plan
  const told = {
    branch: { name: run.target.branchName, isNew },
    base,
    files: tree.files,
    written: tree.writes.map(({ path }) => path),
    deleted: [...tree.deletes],
    kept: tree.keeps,
    extended,
    compiled: null,
    diff: null,
  }
  if (made !== null || isUnchanged(plan)) return { plan, told: { ...told, diff: await describeRun(parts, run, plan) } }
  await requireNoSecrets(tree.writes, run.secrets)
  run.onProgress?.('compiling')
  const [compiled, diff] = await together(run.signal, [
    (signal) => compileTree(parts, { ...run, signal }, plan),
    (signal) => describeRun(parts, { ...run, signal }, plan),
  ])
  return { plan, told: { ...told, compiled, diff } }
}

const publishOnce = async (parts: Node, run: PublishRun): Promise<Published> => {
  const { plan, told } = await prepare(parts, run)
  if (plan.made !== null) return { ...told, diff: withHead(told.diff, plan.made), commit: plan.made, head: plan.made }
  run.onProgress?.('committing')
  return commitRun(parts, run, plan, told)
}

const publishOnto = async (parts: Node, run: PublishRun): Promise<Published> => {
  for (let attempts = 0; attempts < maxAttempts; attempts++) {
    run.signal.throwIfAborted()
    try {
      return await publishOnce(parts, run)
    } catch (error) {
      if (!(error instanceof BranchMoved)) throw error
    }
  }
  throw busy(run.target.branchName)
}

const previewRun = async (parts: Node, run: Run): Promise<Previewed> => {
  const { told } = await prepare(parts, { ...run, isDescribed: true })
  if (told.diff === null) throw new Error('A preview was not described.')
  return { ...told, diff: told.diff }
}

const orProblem = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    throw asPublishProblem(error) ?? error
  }
}

/**
 * Puts generated cubes on branches. Of two runs to one branch the second begins when the first has ended on this node; from elsewhere
 * it finds that the branch has moved, and plans and compiles again.
 */
export const createPublisher = (parts: PublishParts): Publisher => {
  const turns = createKeyedMutex()
  const node = { ...parts, compiledTrees: createCompiledTrees() }
  return {
    publish: async (run) => {
      const done = await turns.acquire(`${repositoryName(run)} ${run.target.branchName}`, run.signal)
      try {
        return await orProblem(publishOnto(node, run))
      } finally {
        done()
      }
    },
    preview: (run) => orProblem(previewRun(node, run)),
  }
}
