import type { updateDeployment as contract, UpdateDeploymentInput } from '@facet/contract'
import { requireDeployment } from '#access'
import { audited } from '#kernel/audit'
import type { Handler } from '#context'
import { type BuildReason, requestBuild } from '#domains/hosting/builds'
import { chooseVersion, listVersions, offeredBy, recordVersionRun } from '#domains/hosting/versions'
import { type DeploymentChange, getDeploymentRow, updateDeploymentRow } from './deployment-queries.ts'
import { requireDeployBranch, requireRegion } from './deployment-rules.ts'
import { deploymentSettingsView } from './deployment-view.ts'

/** The columns to set: what was left out, or null, is not among them. An empty text clears where the contract says so. */
const changeOf = (body: UpdateDeploymentInput): DeploymentChange => {
  const values: DeploymentChange = {
    name: body.name?.trim(),
    region: body.region ?? undefined,
    cloud_provider: body.cloudProvider ?? undefined,
    creation_method: body.creationMethod ?? undefined,
    custom_domain: body.customDomain === '' ? null : body.customDomain?.toLowerCase(),
    deploy_mode: body.deployMode ?? undefined,
    deploy_branch_name: body.deployBranchName ?? undefined,
    deploy_branch_read_only: body.deployBranchReadOnly ?? undefined,
    deploy_branch_merge_allowed: body.deployBranchMergeAllowed ?? undefined,
    deploy_project_root: body.deployProjectRoot ?? undefined,
    template: body.template ?? undefined,
    launchpad_tabs: body.launchpadTabs ?? undefined,
    default_launchpad_view_group: body.defaultLaunchpadViewGroup === '' ? null : (body.defaultLaunchpadViewGroup ?? undefined),
    csps_config: body.cspsConfig ? JSON.stringify(body.cspsConfig) : undefined,
    widening_merges: body.wideningMerges ?? undefined,
    breaking_merges: body.breakingMerges ?? undefined,
    model_code_edits: body.modelCodeEdits ?? undefined,
    embed_without_policy: body.embedWithoutPolicy ?? undefined,
  }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

/** Whether what is built follows from the change, and why. Without a difference the build finds out and uses the last one again. */
const reasonToBuild = (change: DeploymentChange): BuildReason | null => {
  if (change.release_channel_version !== undefined) return 'version_changed'
  // The last is no part of what is built, but its engine is started with it.
  const settings = ['deploy_branch_name', 'deploy_project_root', 'deploy_mode', 'embed_without_policy'] as const
  return settings.some((name) => change[name] !== undefined) ? 'settings_changed' : null
}

export const updateDeployment: Handler<typeof contract> = async ({ params, body }, context) => {
  const { config, db } = context
  const access = await requireDeployment(context, params.deploymentId)
  const change = changeOf(body)
  if (change.deploy_branch_name !== undefined) requireDeployBranch(change.deploy_branch_name)
  if (change.region !== undefined) requireRegion(config.regions, change.region)

  if (body.releaseChannel != null || body.releaseChannelVersion != null) {
    const current = await getDeploymentRow(db, access)
    const chosen = chooseVersion(await listVersions(db, access, offeredBy(config), current), current, body)
    change.release_channel = chosen.releaseChannel
    change.release_channel_version = chosen.version
    if (!chosen.isLatestInChannel) change.release_channel_version_hold = true
    await recordVersionRun(db, access, chosen.releaseChannel, chosen.version)
  }
  if (body.releaseChannelVersionHold != null) change.release_channel_version_hold = body.releaseChannelVersionHold

  const row = await updateDeploymentRow(db, access, change, body.templateVariables ?? {})
  const reason = reasonToBuild(change)
  if (reason) await requestBuild(db, access, { reason, requestId: context.requestId })
  return audited(deploymentSettingsView(row, context.origin), [{ kind: 'deployment', id: params.deploymentId, did: 'updated' }])
}
