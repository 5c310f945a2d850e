import { isDeepStrictEqual } from 'node:util'
import type { DeploymentAccess } from '#access'
import type { ReadingContext } from '#context'
import type { Db } from '#db'
import { Failure } from '#kernel/failure'
import {
  type BranchRow,
  findActiveBranch,
  findBranchById,
  findBranchByName,
  getModelSettings,
  type ModelSettings,
} from './branch-queries.ts'
import { readWithAccess } from './read-with-access.ts'

declare const visible: unique symbol

/** A branch that the caller may see. Made here alone, so whoever is given one need not ask whose it is. */
export type Branch = {
  readonly [visible]: true
  id: number
  name: string
  kind: 'deploy' | 'shared' | 'dev'
  parentId: number | null
  parentName: string | null
  principalId: number | null
  isStaging: boolean
  expiresAt: Date | null
}

/** How a call says which branch it means. A name or an id always wins over the branch the credential is on. */
export type Choice = { branchName?: string | null | undefined; branchId?: number | null | undefined }

/** An empty name is as good as none where nothing is lost by a mistake: clients send what they were given. */
export const orUnnamed = ({ branchName }: Pick<Choice, 'branchName'>): Choice => (branchName ? { branchName } : {})

/**
 * What a call means that names no branch: the one the credential is on, the deploy branch, or the first of the two that there
 * is. `named`: it must say.
 */
export type Fallback = 'active' | 'deploy' | 'active or deploy' | 'named'

export type Chosen = { access: DeploymentAccess; settings: ModelSettings; branch: Branch }

const branchOf = (row: BranchRow, settings: ModelSettings) => ({
  id: row.id,
  name: row.name,
  kind: row.kind === 'shared' && row.name === settings.deployBranch ? 'deploy' : (row.kind as 'shared' | 'dev'),
  parentId: row.parent_id,
  parentName: row.parent_name,
  principalId: row.principal_id,
  isStaging: row.is_staging,
  expiresAt: row.expires_at,
})

const missing = (choice: Choice, settings: ModelSettings): Failure => {
  if (choice.branchId != null) return new Failure('branch_not_found', `This deployment has no branch with the id ${choice.branchId}.`)
  return new Failure(
    'branch_not_found',
    choice.branchName === settings.deployBranch
      ? `The deploy branch "${settings.deployBranch}" does not exist. Create it, or name another in the setting deployBranchName.`
      : `This deployment has no branch "${choice.branchName}". The branches list shows those there are.`,
  )
}

/** Every branch that an answer shows, that a call names or is on, comes from here. Personal ones are their owner's alone. */
export const requireVisible = (access: DeploymentAccess, row: BranchRow, settings: ModelSettings): Branch => {
  const branch = branchOf(row, settings)
  if (branch.kind === 'dev' && branch.principalId !== access.caller.principalId)
    throw new Failure(
      'not_own_branch',
      `The branch "${branch.name}" is a personal branch of somebody else. Enter dev mode for one of your own.`,
    )
  return branch as Branch
}

const found = (access: DeploymentAccess, row: BranchRow | undefined, choice: Choice, settings: ModelSettings): Branch => {
  if (!row) throw missing(choice, settings)
  const branch = requireVisible(access, row, settings)
  if (row.is_expired && branch.kind !== 'deploy')
    throw new Failure('branch_expired', `The branch "${row.name}" has expired: its time to live is over.`)
  return branch
}

const isNamed = ({ branchName, branchId }: Choice): boolean => branchId != null || (branchName != null && branchName !== '')

const required = (fallback: Fallback, { deployBranch }: ModelSettings): Failure =>
  new Failure(
    'branch_required',
    fallback === 'named'
      ? `Branch name is required. Send branchName; the deploy branch is "${deployBranch}".`
      : 'Branch name is required. Send branchName, or enter dev mode first with this credential.',
  )

export const findChosen = async (db: Db, access: DeploymentAccess, settings: ModelSettings, choice: Choice): Promise<Branch> => {
  if (choice.branchId == null) return found(access, await findBranchByName(db, access, choice.branchName ?? ''), choice, settings)
  const branch = found(access, await findBranchById(db, access, choice.branchId), choice, settings)
  if (choice.branchName != null && choice.branchName !== '' && choice.branchName !== branch.name)
    throw new Failure(
      'branch_not_found',
      `The branch ${choice.branchId} is called "${branch.name}", not "${choice.branchName}". Send one of the two.`,
    )
  return branch
}

/** A branch that need not be there yet. One that is, and that the caller may not see or that has expired, is refused all the same. */
export const findNamed = async (db: Db, access: DeploymentAccess, settings: ModelSettings, branchName: string): Promise<Branch | null> => {
  const row = await findBranchByName(db, access, branchName)
  return row ? found(access, row, { branchName }, settings) : null
}

const choose = async (db: Db, access: DeploymentAccess, choice: Choice, fallback: Fallback): Promise<Chosen> => {
  const settings = await getModelSettings(db, access)
  const byName = (branchName: string) => findChosen(db, access, settings, { branchName })
  if (isNamed(choice)) return { access, settings, branch: await findChosen(db, access, settings, choice) }
  // An empty name is more likely a variable that was not set than a request to write wherever the credential happens to be.
  if (fallback === 'named' || (choice.branchName === '' && fallback !== 'deploy')) throw required(fallback, settings)
  if (fallback === 'deploy') return { access, settings, branch: await byName(settings.deployBranch) }
  const active = await findActiveBranch(db, access)
  if (active) return { access, settings, branch: found(access, active, { branchName: active.name }, settings) }
  if (fallback === 'active') throw required(fallback, settings)
  return { access, settings, branch: await byName(settings.deployBranch) }
}

/** What may be done to a branch follows from settings, which somebody may change while git works: then it has to be judged again. */
export const revalidateChoice = (context: ReadingContext, chosen: Chosen): Chosen => {
  context.revalidate(async (db) => {
    const settings = await getModelSettings(db, chosen.access)
    if (isDeepStrictEqual(settings, chosen.settings)) return
    throw new Failure('service_unavailable', 'The settings of this deployment were changed while the request ran. Repeat it.', {
      retryAfterSeconds: 1,
    })
  })
  return chosen
}

/** The branch that the credential is on in dev mode, while it lasts. */
export const findActive = async (db: Db, access: DeploymentAccess, settings: ModelSettings): Promise<Branch | null> => {
  const row = await findActiveBranch(db, access)
  return row && !row.is_expired ? requireVisible(access, row, settings) : null
}

const isMissing = (error: unknown): boolean => error instanceof Failure && error.code === 'branch_not_found'

/** Access to a deployment and the branch a call means. A repository that was never read is initialised first. */
export const requireBranch = async (context: ReadingContext, deploymentId: number, choice: Choice, fallback: Fallback): Promise<Chosen> => {
  const once = async () =>
    revalidateChoice(context, await readWithAccess(context, deploymentId, (db, access) => choose(db, access, choice, fallback)))
  try {
    return await once()
  } catch (error) {
    if (!isMissing(error)) throw error
    const access = await readWithAccess(context, deploymentId, async (_db, proof) => proof)
    await context.repositories.read(context, access, async () => undefined)
    return once()
  }
}

/** Files are written on the caller's own personal branches and nowhere else. */
export const requireDevBranch = (branch: Branch): void => {
  if (branch.kind !== 'dev')
    throw new Failure(
      'not_dev_branch',
      `Branch "${branch.name}" is not a dev-mode branch. Enter dev mode on it to get one, and write there.`,
    )
}
