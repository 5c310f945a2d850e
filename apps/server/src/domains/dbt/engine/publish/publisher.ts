import { createKeyedMutex, repositoryName } from '#engine/modeling'
import { Failure } from '#kernel/failure'
import { BranchMoved, commitRun } from './commit-run.ts'
import { compileTree } from './compile-tree.ts'
import { describePreview } from './describe-change.ts'
import { changedTree } from './model-tree.ts'
import { planRun, type RunPlan } from './plan-run.ts'
import { asPublishProblem } from './publish-problem.ts'
import { requireNoSecrets, secretsAmong } from './secret-scan.ts'
import type { Previewed, Published, Publisher, PublishParts, PublishPlan, PublishRun } from './types.ts'

// Each time somebody else was quicker, although a whole model was compiled in between.
const maxAttempts = 5

const busy = (branchName: string): Failure =>
  new Failure('service_unavailable', `Others keep changing the branch "${branchName}". The sync is tried again in a moment.`, {
    retryAfterSeconds: 10,
  })

type Run = Omit<PublishRun, 'conclude'>

const isUnchanged = ({ tree }: RunPlan): boolean => tree.writes.length === 0 && tree.deletes.length === 0

/** Everything before the commit: the plan, and that what it makes shows no secret and compiles. */
const prepare = async (parts: PublishParts, run: Run): Promise<{ plan: RunPlan; told: PublishPlan }> => {
  run.onProgress?.('planning')
  const plan = await planRun(parts, run)
  const { tree, base, isNew, extended, made, settings } = plan
  const told = {
    branch: { name: run.target.branchName, isNew },
    base,
    files: tree.files,
    written: tree.writes.map(({ path }) => path),
    deleted: [...tree.deletes],
    kept: tree.keeps,
    extended,
    compiled: null,
  }
  if (made !== null || isUnchanged(plan)) return { plan, told }
  await requireNoSecrets(tree.writes, { ...secretsAmong(settings.values), ...run.secrets })
  run.onProgress?.('compiling')
  return { plan, told: { ...told, compiled: await compileTree(parts, run, plan) } }
}

const publishOnce = async (parts: PublishParts, run: PublishRun): Promise<Published> => {
  const { plan, told } = await prepare(parts, run)
  if (plan.made !== null) return { ...told, commit: plan.made, head: plan.made }
  run.onProgress?.('committing')
  return commitRun(parts, run, plan, told)
}

const publishOnto = async (parts: PublishParts, run: PublishRun): Promise<Published> => {
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

const previewRun = async (parts: PublishParts, run: Run): Promise<Previewed> => {
  const { plan, told } = await prepare(parts, run)
  const { base, entries, tree } = plan
  const diff = await parts.repositories.readAt(run, run.signal, (copy) => {
    const changed = changedTree({ entries, objects: copy.objects }, tree)
    const change = { tenantId: run.tenantId, branchName: run.target.branchName, head: base.commit, base, signal: run.signal }
    return describePreview(parts.models, change, { before: entries, after: changed.entries, objects: changed.objects })
  })
  return { ...told, diff }
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
  return {
    publish: async (run) => {
      const done = await turns.acquire(`${repositoryName(run)} ${run.target.branchName}`, run.signal)
      try {
        return await orProblem(publishOnto(parts, run))
      } finally {
        done()
      }
    },
    preview: (run) => orProblem(previewRun(parts, run)),
  }
}
