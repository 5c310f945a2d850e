import { writeAudit } from '#access'
import { accessOfNode } from '#access/node'
import { fileModes } from '#adapters/git'
import { commitIn, type Db } from '#db'
import { type Edit, type FileChange, headRef, insertBranch, requestPush, requireRoom } from '#engine/modeling'
import { messageOf } from './commit-message.ts'
import { withHead } from './describe-change.ts'
import type { RunPlan } from './plan-run.ts'
import { findBranch } from './publish-queries.ts'
import type { Published, PublishParts, PublishPlan, PublishRun } from './types.ts'

/** The branch is not any more what was planned and compiled. */
export class BranchMoved extends Error {}

const changesOf = ({ writes, deletes }: RunPlan['tree']): FileChange[] => [
  ...deletes.map((path): FileChange => ({ path, isRemoved: true })),
  ...writes.map(({ path, content }): FileChange => ({ path, content: Buffer.from(content), mode: fileModes.plain })),
]

/** Another run, or a person, may have come first: then what was compiled is not what would be there. */
const requireUnmoved = ({ state }: Edit, { target }: PublishRun, { isNew, base }: RunPlan): void => {
  const head = state.refs[headRef({ name: target.branchName })]
  if (isNew ? head !== undefined : head !== base.commit) throw new BranchMoved()
}

const addBranch = async (db: Db, run: PublishRun, { settings }: RunPlan): Promise<void> => {
  const { branchName: name, expiresInSeconds } = run.target
  await requireRoom(db, run)
  const parentId = (await findBranch(db, run, settings.deployBranch))?.id ?? null
  await insertBranch(db, run, { name, kind: 'shared', parentId, principalId: null, isStandalone: false, expiresInSeconds })
}

const didTo = (isNew: boolean, commit: string | null): 'created' | 'updated' | 'unchanged' => {
  if (isNew) return 'created'
  return commit === null ? 'unchanged' : 'updated'
}

const record = async (db: Db, run: PublishRun, { branch, commit }: Published): Promise<void> => {
  await writeAudit(db, {
    tenantId: run.tenantId,
    operation: 'publishDbtSync',
    outcome: 'done',
    actor: 'node',
    targets: [
      { kind: 'branch', id: branch.name, did: didTo(branch.isNew, commit) },
      ...(commit === null ? [] : [{ kind: 'commit', id: commit, did: 'created' } as const]),
      { kind: 'data_model', id: run.deploymentId },
    ],
  })
}

/** Puts the plan on the branch, and makes the branch where there is none: the commit, the rows and what the run adds, or nothing of it. */
export const commitRun = async (
  { pool, repositories, pushes }: PublishParts,
  run: PublishRun,
  plan: RunPlan,
  told: PublishPlan,
): Promise<Published> => {
  const changes = changesOf(plan.tree)
  const work = async (edit: Edit): Promise<string | null> => {
    requireUnmoved(edit, run, plan)
    const parents = [plan.base.commit]
    const commit =
      changes.length === 0 ? null : await edit.writeCommit({ parents, changes, message: messageOf(run, plan.tree), author: run.author })
    edit.setRef(headRef({ name: run.target.branchName }), commit ?? plan.base.commit)
    return commit
  }
  const requester = { signal: run.signal, effect: <A>(statements: (db: Db) => Promise<A>) => commitIn(pool, run.tenantId, statements) }
  const { value } = await repositories.writeAt(requester, run, work, async (db, commit) => {
    const head = commit ?? plan.base.commit
    const published = { ...told, diff: withHead(told.diff, head), commit, head }
    if (plan.isNew) await addBranch(db, run, plan)
    const row = await findBranch(db, run, run.target.branchName)
    // The ref of a branch that goes is there until its row is gone too.
    if (!row) throw new BranchMoved()
    const isChanged = plan.isNew || commit !== null
    const isPushed = isChanged && row.kind !== 'dev' && (await requestPush(db, accessOfNode(run), row.id, null)) !== undefined
    await record(db, run, published)
    await run.conclude?.(db, published)
    return { published, push: isPushed ? { id: row.id, name: row.name } : null }
  })
  // The run does not wait for the remote: a push that fails is tried again by the owner.
  if (value.push) void pushes.push(run, value.push).catch(() => undefined)
  return value.published
}
