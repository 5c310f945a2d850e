import type { startDevMode as contract } from '@facet/contract'
import type { DeploymentAccess } from '#access'
import { audited, touchedIn } from '#audit'
import type { Context, Handler } from '#context'
import { Failure } from '#failure'
import { type BranchRow, enterBranch, findFork, setBranchExpiry } from './branch-queries.ts'
import { forkName, getHead, headRef } from './branch-rules.ts'
import { type Branch, requireBranch, requireOwn } from './choose-branch.ts'
import { addBranch } from './create-branch.ts'

type Fork = { id: number; name: string; isNew: boolean }
type Wish = { fresh?: boolean | null; expiresInSeconds?: number | null }

export const startDevMode: Handler<typeof contract> = async ({ params, body }, context) => {
  const { access, branch } = await requireBranch(context, params.deploymentId, body, 'named')
  requireOwn(access, branch)
  const fork = branch.kind === 'dev' ? { ...branch, isNew: false } : await forkOf(context, access, branch, body)
  // A branch for one run alone is named in each of its calls: nothing else of this credential is pointed at it.
  const isActive = body.fresh !== true
  if (isActive) await enterBranch(context.db, access, fork.id)
  const answer = { active: isActive, branchName: fork.name, parentBranch: branch.kind === 'dev' ? branch.parentName : branch.name }
  const verbs = [fork.isNew && 'created', isActive && 'entered'] as const
  const touched = verbs.flatMap((did) => (did ? [{ kind: 'branch', id: fork.name, did } as const] : []))
  return audited(answer, touchedIn(touched, { kind: 'data_model', id: access.deploymentId }))
}

const forkOf = async (context: Context, access: DeploymentAccess, parent: Branch, wish: Wish): Promise<Fork> => {
  const isFresh = wish.fresh === true
  const expiresInSeconds = wish.expiresInSeconds ?? null
  const find = () => context.inOwnTransaction((db) => findFork(db, access, parent.id))
  const known = isFresh ? undefined : await find()
  if (known) return reuse(context, access, parent, known, expiresInSeconds)
  const name = forkName(access, parent.id, isFresh)
  const isOwnFork = isFresh
  const fork = { name, kind: 'dev', parentId: parent.id, principalId: access.caller.principalId, isOwnFork, expiresInSeconds } as const
  try {
    return { id: await addBranch(context, access, parent, fork), name, isNew: true }
  } catch (error) {
    // The same person entered twice at once, and the other call was quicker.
    const made = error instanceof Failure && error.code === 'branch_name_taken' ? await find() : undefined
    if (made?.name !== name) throw error
    return { id: made.id, name, isNew: false }
  }
}

/** Found again as it was left, unless its time was over: then it begins anew at the parent. */
const reuse = async (context: Context, access: DeploymentAccess, parent: Branch, fork: BranchRow, expiresInSeconds: number | null) => {
  if (fork.is_expired)
    await context.repositories.write(context, access, async (edit) => {
      // Removed just now, it must not come back as a head without a branch.
      getHead(edit, fork)
      edit.setRef(headRef(fork), getHead(edit, parent))
    })
  if (fork.is_expired || expiresInSeconds !== null) await setBranchExpiry(context.db, access, fork.id, expiresInSeconds)
  return { id: fork.id, name: fork.name, isNew: false }
}
