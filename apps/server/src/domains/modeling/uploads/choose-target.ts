import type { DeploymentAccess } from '#access'
import type { ReadingContext } from '#context'
import { type Branch, type Chosen, type ModelSettings, requireBranch, requireDeployBranchRight } from '#domains/modeling/branches'
import { Failure } from '#kernel/failure'
import type { Upload } from './upload-queries.ts'
import { rootOf } from './upload-rules.ts'

/** How a call about an upload says where it goes: in the query, and by older clients in the body. */
export type Target = {
  live?: boolean | null | undefined
  branchName?: string | null | undefined
  useDeployProjectRoot?: boolean | null | undefined
}

const contradiction = (message: string): Failure => new Failure('invalid_request', message)

const nameIn = (query: Target, bodyName: string | null | undefined): string | undefined => {
  const [first, second] = [query.branchName, bodyName].filter((name) => name !== null && name !== undefined)
  if (second !== undefined && first !== second)
    throw contradiction(`The query names the branch "${first}" and the body the branch "${second}". Send one of the two.`)
  return first
}

/** The branch a call means: the one it names, the deploy branch if it says live, the one the credential is on, the deploy branch. */
export const requireTarget = async (
  context: ReadingContext,
  deploymentId: number,
  query: Target,
  bodyName?: string | null,
): Promise<Chosen & { root: string }> => {
  const branchName = nameIn(query, bodyName)
  const chosen = await requireBranch(
    context,
    deploymentId,
    { branchName },
    query.live && branchName === undefined ? 'deploy' : 'active or deploy',
  )
  if (query.live && chosen.branch.kind !== 'deploy')
    throw contradiction(
      `The call says live, which is the deploy branch, and names the branch "${chosen.branch.name}". Send one of the two.`,
    )
  return { ...chosen, root: rootOf(chosen.settings, query.useDeployProjectRoot === true) }
}

/** Whether the caller may put an upload on this branch. */
export const requireUploadRight = (access: DeploymentAccess, settings: ModelSettings, branch: Branch): void => {
  requireDeployBranchRight(access, branch)
  if (branch.kind === 'deploy' && settings.isDeployBranchReadOnly)
    throw new Failure(
      'deploy_branch_read_only',
      `The setting deployBranchReadOnly lets only merges change the deploy branch "${branch.name}". Upload to another branch and merge it.`,
    )
}

/** An upload is bound to what it was started for; a later call may leave it out, or say the same. */
export const requireSameTarget = (upload: Upload, { settings, branch }: Chosen, query: Target, bodyName?: string | null): void => {
  const branchName = nameIn(query, bodyName)
  const isOtherBranch = (branchName !== undefined && branchName !== branch.name) || (query.live === true && branch.kind !== 'deploy')
  if (branchName === '')
    throw new Failure('branch_required', 'Branch name is required. Leave branchName out, or send the one the upload was started for.')
  if (isOtherBranch)
    throw contradiction(
      `The upload was started for the branch "${branch.name}" and cannot go to another. Start a new upload for another branch.`,
    )
  const isRootSaid = query.useDeployProjectRoot !== null && query.useDeployProjectRoot !== undefined
  if (isRootSaid && rootOf(settings, query.useDeployProjectRoot === true) !== upload.projectRoot)
    throw contradiction(
      `The upload was started for ${upload.projectRoot === '' ? 'the whole repository' : `the project root "${upload.projectRoot}"`}. Send the same useDeployProjectRoot in each of its calls.`,
    )
}
