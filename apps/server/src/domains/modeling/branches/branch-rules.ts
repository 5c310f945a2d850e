import { createHash, randomBytes } from 'node:crypto'
import { personalBranchPrefix } from '@facet/contract'
import { type DeploymentAccess, mayOnDeployment } from '#access'
import { type Edit, headRef, type Repository } from '#engine/modeling'
import { Failure } from '#kernel/failure'

/** As `git check-ref-format --branch` has it, and no names that look like options, refs or ids of commits. */
const unfit: readonly (readonly [RegExp, string])[] = [
  [/^$/, 'is empty'],
  [/^.{201,}$/su, 'is longer than 200 characters'],
  [/^[-/.]/, 'begins with "-", "/" or "."'],
  [/[/.]$/, 'ends with "/" or "."'],
  [/[\p{Cc} ]/u, 'holds a space or a control character'],
  [/[~^:?*[\\]/, 'holds one of ~ ^ : ? * [ \\'],
  [/\.\.|@\{|\/\/|\/\./, 'holds "..", "@{", "//" or "/."'],
  [/\.lock(\/|$)/, 'holds ".lock" at the end of a part'],
  [/^refs\/|^@$|^HEAD$|^[0-9a-f]{40}$/, 'means something else to git'],
]

const problemOf = (name: string): string | undefined =>
  unfit.find(([form]) => form.test(name))?.[1] ?? (name.normalize('NFC') === name ? undefined : 'is not in the normal form NFC of Unicode')

/** A name somebody chose for a shared branch. */
export const requireBranchName = (name: string): string => {
  const problem = problemOf(name)
  if (problem !== undefined)
    throw new Failure(
      'branch_name_invalid',
      `"${name.slice(0, 200)}" cannot be the name of a branch: it ${problem}. Letters, digits, "-", "_", ".", "/", "#" and most other signs are fine inside of one.`,
    )
  if (name.startsWith(personalBranchPrefix))
    throw new Failure(
      'branch_name_invalid',
      `"${name}" begins with "${personalBranchPrefix}", which is reserved for personal dev-mode branches. Choose another name.`,
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

/** Every ref that is there because of a branch. */
export const dropRefs = (edit: Pick<Edit, 'setRef'>, branch: { name: string }): void => {
  for (const name of [headRef(branch), `uploads/${branch.name}`, `remotes/${branch.name}`]) edit.setRef(name, null)
}

/** The commit at the head of a branch, in this state of the repository. */
export const getHead = (repository: Pick<Repository, 'state'>, branch: { name: string }): string => {
  const head = repository.state.refs[headRef(branch)]
  if (!head) throw new Failure('branch_not_found', `The branch "${branch.name}" was just removed.`)
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
