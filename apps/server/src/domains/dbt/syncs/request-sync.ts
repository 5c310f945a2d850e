import type { DbtSyncTrigger } from '@facet/contract'
import type { DeploymentAccess } from '#access'
import type { Context } from '#context'
import { authorOf, findNamed, getModelSettings, requireBranchName } from '#domains/modeling/branches'
import {
  getIntegrationRow,
  launchSync,
  type Launched,
  readSyncVariables,
  requireHeldManifest,
  requireLongWork,
  requireRef,
  requireWarehouse,
} from '#engine/dbt'
import { Failure } from '#kernel/failure'

export type SyncRequest = {
  branchName?: string | null | undefined
  ref?: string | null | undefined
  manifestId?: string | null | undefined
  isPreview?: boolean
}

/** A branch that generated cubes may be written to. People review them there: what is served is changed by a merge alone. */
const requireTarget = async ({ db }: Pick<Context, 'db'>, access: DeploymentAccess, sent: string): Promise<string> => {
  const settings = await getModelSettings(db, access)
  // One that is there may be the caller's own personal branch, whose name nobody could give to a new one.
  const branchName = (await findNamed(db, access, settings, sent))?.name ?? requireBranchName(sent)
  if (settings.deployBranch !== branchName) return branchName
  throw new Failure(
    'dbt_target_refused',
    `"${branchName}" is the deploy branch, which a sync does not write to. Leave branchName out for a review branch, and merge that.`,
  )
}

/** Empty is what a pipeline sends whose variable is not set: taken as nothing said, the repository would be cloned instead. */
const requireId = (manifestId: string | null | undefined): string | null => {
  if (manifestId?.trim() === '')
    throw new Failure(
      'dbt_manifest_id_invalid',
      `manifestId is ${JSON.stringify(manifestId)}. Send the manifestId that POST …/dbt-manifests answered, or leave it out for a sync from the repository.`,
    )
  return manifestId ?? null
}

/** Judges what was asked for, and writes the launch. What the repository or the warehouse says is seen when it runs. */
export const requestSync = async (
  context: Context,
  access: DeploymentAccess,
  { branchName, ref, manifestId, isPreview = false }: SyncRequest,
  trigger: DbtSyncTrigger = 'api',
): Promise<Launched> => {
  const { db, keyRing, caller, requestId } = context
  const judgedRef = requireRef(ref)
  const pushed = requireId(manifestId)
  const target = branchName ? await requireTarget(context, access, branchName) : null
  // A pushed manifest needs no repository, so nothing has to be set for it.
  if (pushed === null) await getIntegrationRow(db, access)
  requireWarehouse((await readSyncVariables(db, keyRing, access, [])).warehouseType)
  const manifest = pushed === null ? null : await requireHeldManifest(db, access, pushed)
  // Last: what was sent is judged also where nothing can be run.
  requireLongWork(context.config)
  return launchSync(db, access, {
    trigger,
    branchName: target,
    ref: judgedRef,
    manifestId: manifest,
    isPreview,
    userId: caller.principalKind === 'user' ? caller.principalId : null,
    author: authorOf(access),
    requestId,
  })
}
