import type { startDevMode as contract } from '@facet/contract'
import type { DeploymentAccess } from '#access'
import { audited, touchedIn } from '#kernel/audit'
import { type Edit, headRef } from '#engine/modeling'
import type { ChangingContext, Handler } from '#context'
import type { Committed, Db } from '#db'
import { Failure } from '#kernel/failure'
import { type BranchRow, enterBranch, findFork, setBranchExpiry } from './branch-queries.ts'
import { forkName, getHead } from './branch-rules.ts'
import { type Branch, requireBranch } from './choose-branch.ts'
import { addBranch } from './create-branch.ts'

type Fork = { id: number; name: string; isNew: boolean }
type ForkOptions = { fresh?: boolean | null; expiresInSeconds?: number | null }
type Enter<A> = (db: Db, fork: Fork) => Promise<A>

export const startDevMode: Handler<typeof contract> = async ({ params, body }, context) => {
  const { access, branch } = await requireBranch(context, params.deploymentId, body, 'named')
  // A branch for one run alone is named in each of its calls: nothing else of this credential is pointed at it.
  const isActive = body.fresh !== true
  const parentBranch = branch.kind === 'dev' ? branch.parentName : branch.name
  const enter = async (db: Db, { id, name, isNew }: Fork) => {
    if (isActive) await enterBranch(db, access, id)
    const verbs = [isNew && 'created', isActive && 'entered'] as const
    const touched = verbs.flatMap((did) => (did ? [{ kind: 'branch', id: name, did } as const] : []))
    return audited(
      { active: isActive, branchName: name, parentBranch },
      touchedIn(touched, { kind: 'data_model', id: access.deploymentId }),
    )
  }
  if (branch.kind === 'dev') return context.effect((db) => enter(db, { ...branch, isNew: false }))
  return enterFork(context, access, branch, body, enter)
}

const enterFork = async <A>(
  context: ChangingContext,
  access: DeploymentAccess,
  parent: Branch,
  options: ForkOptions,
  enter: Enter<A>,
): Promise<Committed<A>> => {
  const isFresh = options.fresh === true
  const expiresInSeconds = options.expiresInSeconds ?? null
  const find = () => context.read((db) => findFork(db, access, parent.id))
  const known = isFresh ? undefined : await find()
  if (known) return enterAgain(context, access, parent, known, expiresInSeconds, enter)
  const name = forkName(access, parent.id, isFresh)
  const isStandalone = isFresh
  const fork = { name, kind: 'dev', parentId: parent.id, principalId: access.caller.principalId, isStandalone, expiresInSeconds } as const
  try {
    return await addBranch(context, access, parent, fork, (db, id) => enter(db, { id, name, isNew: true }))
  } catch (error) {
    // The same person entered twice at once, and the other call was quicker.
    const made = error instanceof Failure && error.code === 'branch_name_taken' ? await find() : undefined
    if (made?.name !== name) throw error
    return context.effect((db) => enter(db, { id: made.id, name, isNew: false }))
  }
}

/** Found again as it was left, unless its time was over: then it begins anew at the parent. */
const enterAgain = <A>(
  context: ChangingContext,
  access: DeploymentAccess,
  parent: Branch,
  fork: BranchRow,
  expiresInSeconds: number | null,
  enter: Enter<A>,
): Promise<Committed<A>> => {
  const conclude = async (db: Db): Promise<A> => {
    if (fork.is_expired || expiresInSeconds !== null) await setBranchExpiry(db, access, fork.id, expiresInSeconds)
    return enter(db, { id: fork.id, name: fork.name, isNew: false })
  }
  if (!fork.is_expired) return context.effect(conclude)
  const resetToParent = async (edit: Edit): Promise<void> => {
    // Removed just now, it must not come back as a head without a branch.
    getHead(edit, fork)
    edit.setRef(headRef(fork), getHead(edit, parent))
  }
  return context.repositories.write(context, access, resetToParent, conclude)
}
