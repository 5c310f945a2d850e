import type { pull as contract } from '@facet/contract'
import type { DeploymentAccess } from '#access'
import { audited } from '#kernel/audit'
import { type ConnectedRemote, type Edit, findRemote } from '#engine/modeling'
import type { ChangingContext, Handler } from '#context'
import type { Committed } from '#db'
import {
  authorOf,
  type Chosen,
  getHead,
  readWithAccess,
  orUnnamed,
  requireBranch,
  requireDeployBranchRight,
} from '#domains/modeling/branches'
import { Failure } from '#kernel/failure'
import { pullFromRemote } from './pull-from-remote.ts'
import { pullNewBranch } from './pull-new-branch.ts'
import { fastForwardOrMerge } from './fast-forward-or-merge.ts'
import { findParent } from './target.ts'

export const pull: Handler<typeof contract> = async ({ params, body }, context) => {
  const chosen = await findToPull(context, params.deploymentId, body.branchName)
  if ('newName' in chosen) return pullNewBranch(context, chosen, chosen.newName, async () => pulled(chosen, chosen.newName, 'created'))
  const { access, branch } = chosen
  requireDeployBranchRight(access, branch)
  return branch.kind === 'dev' ? pullFromParent(context, chosen) : pullShared(context, chosen)
}

type Pulled = ReturnType<typeof pulled>

const pulled = ({ access }: Pick<Chosen, 'access'>, name: string, did: 'created' | 'pulled' | 'unchanged') =>
  audited({ buildTriggered: did !== 'unchanged' }, [
    { kind: 'branch', id: name, did },
    { kind: 'data_model', id: access.deploymentId },
  ])

type NewBranch = { access: DeploymentAccess; remote: ConnectedRemote; newName: string }

/** The branch that is meant; or, where there is none of the name, the remote that may have it. */
const findToPull = async (context: ChangingContext, deploymentId: number, branchName: string | undefined): Promise<Chosen | NewBranch> => {
  try {
    return await requireBranch(context, deploymentId, orUnnamed({ branchName }), 'active or deploy')
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'branch_not_found') || !branchName) throw error
    const access = await readWithAccess(context, deploymentId, async (_db, proof) => proof)
    const remote = await findRemote(context, access)
    if (!remote) throw error
    return { access, remote, newName: branchName }
  }
}

const concluder =
  (chosen: Chosen) =>
  async (_db: unknown, hasMoved: boolean): Promise<Pulled> =>
    pulled(chosen, chosen.branch.name, hasMoved ? 'pulled' : 'unchanged')

const pullShared = async (context: ChangingContext, chosen: Chosen): Promise<Committed<Pulled>> => {
  const { access, branch } = chosen
  const conclude = concluder(chosen)
  const remote = await findRemote(context, access)
  if (!remote) return context.effect((db) => conclude(db, false))
  return pullFromRemote(context, access, { remote, branches: [branch], author: authorOf(access), isNotice: false }, conclude)
}

const cure =
  'Commit the branch with resolveMergeConflict: true if it is right about these files; otherwise write them as "theirs" has them and pull again.'

const pullFromParent = async (context: ChangingContext, chosen: Chosen): Promise<Committed<Pulled>> => {
  const { access, branch } = chosen
  const conclude = concluder(chosen)
  const parent = await findParent(context, chosen)
  if (!parent) return context.effect((db) => conclude(db, false))
  const takeParent = async (edit: Edit): Promise<boolean> => {
    const taking = { source: parent, theirs: getHead(edit, parent), target: branch, author: authorOf(access), cure }
    return (await fastForwardOrMerge(context, edit, taking)) !== 'unchanged'
  }
  return context.repositories.write(context, access, takeParent, conclude)
}
