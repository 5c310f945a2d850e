import type { PolicyAction, ResourceType } from '@facet/contract'
import type { ResourceKind } from '#domains/content/grants'
import { actionOf, type Level, levels } from '#domains/content/items'
import { Failure } from '#kernel/failure'

const kinds: Partial<Record<ResourceType, ResourceKind>> = {
  Folder: 'folder',
  ReportFolder: 'folder',
  Workbook: 'workbook',
  Report: 'report',
  Dashboard: 'dashboard',
}
const types = { folder: 'Folder', workbook: 'Workbook', report: 'Report', dashboard: 'Dashboard' } as const satisfies Record<
  ResourceKind,
  ResourceType
>

export const resourceKindOf = (type: ResourceType): ResourceKind => {
  const kind = kinds[type]
  if (kind) return kind
  throw new Failure(
    'resource_type_unsupported',
    `Policies of the type ${type} are not kept here. Send one of ${Object.keys(kinds).join(', ')}, Deployment.`,
  )
}

export const resourceTypeOf = (kind: ResourceKind): ResourceType => types[kind]

type Granted = Exclude<Level, 0>
const granted: readonly Granted[] = [levels.view, levels.edit, levels.full]

/** A dashboard can be looked at, and nothing more. */
export const policyActionOf = (kind: ResourceKind, level: Granted): PolicyAction =>
  kind === 'dashboard' ? 'EmbedDashboardRead' : (actionOf(kind, level) as PolicyAction)

/** The level that an action stands for; nothing where none was sent, which clears. */
export const levelOf = (kind: ResourceKind, action: PolicyAction | null | undefined): Granted | null => {
  if (action == null) return null
  const level = granted.find((one) => policyActionOf(kind, one) === action)
  if (level !== undefined) return level
  const known = [...new Set(granted.map((one) => policyActionOf(kind, one)))]
  throw new Failure(
    'policy_action_invalid',
    `${action} is no action of a ${types[kind]}. Send one of ${known.join(', ')}, or none to end it.`,
  )
}
