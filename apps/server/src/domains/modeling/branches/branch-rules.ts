import { createHash, randomBytes } from 'node:crypto'
import { personalBranchPrefix } from '@facet/contract'
import { type DeploymentAccess, mayOnDeployment } from '#access'
import type { Edit, Repository } from '#authoring'
import { Failure } from '#failure'

export const mostBranches = 1000

// As `git check-ref-format --branch` has it, and no names that look like options, refs or ids of commits.
const unfit = /^[-/.]|^refs\/|[\p{Cc} ~^:?*[\\]|\.\.|@\{|\/\/|\/\.|\.lock(\/|$)|[/.]$|^@$|^HEAD$|^[0-9a-f]{40}$/u

/** A name somebody chose for a shared branch. */
export const requireBranchName = (name: string): string => {
  if (name === '' || name.length > 200 || unfit.test(name) || name.normalize('NFC') !== name)
    throw new Failure(
      'branch_name_invalid',
      `"${name.slice(0, 200)}" can not be the name of a branch. Use letters, digits, "-", "_", "." and "/", and begin with a letter or digit.`,
    )
  if (name.startsWith(personalBranchPrefix))
    throw new Failure(
      'branch_name_invalid',
      `"${name}" begins with "${personalBranchPrefix}", which is kept for personal dev-mode branches. Choose another name.`,
    )
  return name
}

const slug = (text: string): string =>
  (text.split('@')[0] ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 30)
    .replaceAll(/^-+|-+$/g, '') || 'user'

/** The same person and parent give the same name; a fork for one run gets a name nobody had. */
export const forkName = ({ caller, deploymentId }: DeploymentAccess, parentId: number, isFresh: boolean): string => {
  const ending = isFresh
    ? randomBytes(4)
    : createHash('sha256').update(`${caller.principalId} ${deploymentId} ${parentId}`).digest().subarray(0, 4)
  return `${personalBranchPrefix}${slug(caller.principalName)}-${ending.toString('hex')}`
}

export const headRef = (branch: { name: string }): string => `heads/${branch.name}`

/** The branch that keeps a new one from its name: of the same name, or one of which either would be a folder to git. */
export const findNameInTheWay = (refs: string[], branch: { name: string }): string | undefined => {
  const ref = headRef(branch)
  const taken = refs.find((other) => other === ref || other.startsWith(`${ref}/`) || ref.startsWith(`${other}/`))
  return taken?.slice(headRef({ name: '' }).length)
}

/** Every ref that is there because of a branch. */
export const dropRefs = (edit: Pick<Edit, 'setRef'>, branch: { name: string }): void => {
  for (const name of [headRef(branch), `uploads/${branch.name}`, `remotes/${branch.name}`]) edit.setRef(name, null)
}

/** The commit at the head of a branch, in this state of the repository. */
export const getHead = (repository: Pick<Repository, 'state'>, branch: { name: string }): string => {
  const head = repository.state.refs[headRef(branch)]
  if (!head) throw new Failure('branch_not_found', `The branch "${branch.name}" was removed just now.`)
  return head
}

/** Who the commit is by, as git names people. */
export const authorOf = ({ caller }: DeploymentAccess): { name: string; email: string } => ({
  name: caller.principalName,
  email: caller.principalName.includes('@') ? caller.principalName : `${caller.principalKind}-${caller.principalId}@facet.invalid`,
})

/** Changing the deploy branch takes more than working on branches does. */
export const requireDeployBranchRight = (access: DeploymentAccess, branch: { kind: string; name: string }): void => {
  if (branch.kind !== 'deploy' || mayOnDeployment(access.caller, 'SchemaUpdate', access.deploymentId)) return
  throw new Failure(
    'forbidden',
    `Changing the deploy branch "${branch.name}" needs the action SchemaUpdate, which no role of ${access.caller.principalName} holds.`,
  )
}
