import type { createBranch as contract } from '@facet/contract'
import type { DeploymentAccess } from '#access'
import { audited } from '#kernel/audit'
import type { ChangingContext, Handler } from '#context'
import type { Committed, Db } from '#db'
import { findNameInTheWay, headRef, insertBranch, nameTaken, type NewBranch, requireRoom } from '#engine/modeling'
import { enterBranch } from './branch-queries.ts'
import { getHead, requireBranchName } from './branch-rules.ts'
import { type Branch, requireBranch } from './choose-branch.ts'

export const createBranch: Handler<typeof contract> = async ({ params, body }, context) => {
  const name = requireBranchName(body.name)
  const { access, branch: parent } = await requireBranch(context, params.deploymentId, { branchName: body.from }, 'deploy')
  const expiresInSeconds = body.expiresInSeconds ?? null
  const isEntered = (body.activate ?? body.enterDevMode) === true
  const branch = { name, kind: 'shared', parentId: parent.id, principalId: null, isStandalone: false, expiresInSeconds } as const
  return addBranch(context, access, parent, branch, async (db, id) => {
    if (isEntered) await enterBranch(db, access, id)
    return audited({ active: false, branchName: name, parentBranch: parent.name }, [
      { kind: 'branch', id: name, did: 'created' },
      ...(isEntered ? [{ kind: 'branch', id: name, did: 'entered' } as const] : []),
      { kind: 'data_model', id: access.deploymentId },
    ])
  })
}

/** A branch at the head of another: a ref and a row, in one transaction with what follows from them. */
export const addBranch = <A>(
  context: ChangingContext,
  access: DeploymentAccess,
  from: Branch,
  branch: NewBranch,
  conclude: (db: Db, id: number) => Promise<A>,
): Promise<Committed<A>> =>
  context.repositories.write(
    context,
    access,
    async (edit) => {
      const taken = findNameInTheWay(Object.keys(edit.state.refs), branch)
      if (taken !== undefined) throw nameTaken(taken, branch.name)
      edit.setRef(headRef(branch), getHead(edit, from))
    },
    async (db) => {
      await requireRoom(db, access)
      return conclude(db, await insertBranch(db, access, branch))
    },
  )
