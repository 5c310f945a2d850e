import type { BrokenContent, BrokenItem } from '@facet/contract'
import type { DeploymentAccess } from '#access'
import type { Edit } from '#engine/modeling'
import type { ReadingContext } from '#context'
import type { Branch, ModelSettings } from '#domains/modeling/branches'
import { Failure } from '#kernel/failure'
import type { Judgement } from '@facet/cube-model'
import { readBrokenContent } from './broken-content.ts'

/** What a call says to be meant, of what a deployment can ask about. */
export type Acknowledged = { widening: boolean; breaking: boolean }

export const acknowledgedIn = (body: {
  acknowledgeWidening?: boolean | null | undefined
  acknowledgeBreaking?: boolean | null | undefined
}): Acknowledged => ({ widening: body.acknowledgeWidening === true, breaking: body.acknowledgeBreaking === true })

export type DeployedChange = {
  access: DeploymentAccess
  settings: ModelSettings
  target: Branch
  /** The head of the target, and the commit that is to become it. */
  before: string
  after: string
  acknowledged: Acknowledged
}

const maxListed = 100

const firstOf = (count: number): string => (count > maxListed ? `the first ${maxListed}` : 'each')

const requireNoWidening = ({ count, listed }: Judgement['widening'], target: Branch): void => {
  if (count === 0) return
  const changes = count === 1 ? 'One change lets' : `${count} changes let`
  throw new Failure(
    'widening_unacknowledged',
    `${changes} somebody see more on "${target.name}", or make it impossible to tell: "errors" holds ${firstOf(count)}. Send acknowledgeWidening: true if that is meant.`,
    { errors: listed.map(({ file, message }) => ({ pointer: file, message })) },
  )
}

const places = { REPORT: 'reports', DASHBOARD: 'dashboards', WORKBOOK: 'workbooks' } as const

const brokenItem = ({ type, id, publicId, name, owner, isShownToCustomers, uses }: BrokenItem): { pointer: string; message: string } => {
  const names = [...new Set(uses.map(({ member }) => member))].slice(0, 3).join(', ')
  const seen = isShownToCustomers ? ', which customers see,' : ''
  return { pointer: `${places[type]}/${publicId ?? id}`, message: `"${name}" of ${owner.email || 'nobody'}${seen} uses ${names}.` }
}

const requireNoBreak = ({ items, total, shownToCustomers, needsAcknowledgement }: BrokenContent, target: Branch): void => {
  if (!needsAcknowledgement) return
  const broken = total === 1 ? 'One report or dashboard breaks' : `${total} reports and dashboards break`
  const told = items.length < total ? 'those that you may see, as far as they are listed' : 'each'
  const known = `${broken} by this on "${target.name}", and customers see ${shownToCustomers}: "errors" holds ${told}.`
  const unknown = `That this breaks no report or dashboard on "${target.name}" cannot be shown, since a part of it could not be read.`
  throw new Failure('breaking_unacknowledged', `${total > 0 ? known : unknown} Send acknowledgeBreaking: true if that is meant.`, {
    errors: items.map(brokenItem),
  })
}

/**
 * Where the deployment asks for it, a change by which somebody sees more, or that breaks content, reaches the deploy branch only when that is
 * said to be meant.
 */
export const requireAcknowledged = async (
  context: ReadingContext,
  edit: Edit,
  { access, settings, target, before, after, acknowledged }: DeployedChange,
): Promise<void> => {
  const mayWiden = acknowledged.widening || !settings.mustAcknowledgeWidening
  const mayBreak = acknowledged.breaking || !settings.mustAcknowledgeBreaking
  if ((mayWiden && mayBreak) || target.kind !== 'deploy' || before === after) return
  const versions = { before: await edit.listTree(before), after: await edit.listTree(after), objects: edit.newObjects }
  const requester = { tenantId: access.tenantId, signal: context.signal }
  const { widening, broken } = await context.models.judge(requester, versions, maxListed)
  if (!mayWiden) requireNoWidening(widening, target)
  if (!mayBreak) requireNoBreak(await readBrokenContent(context, access, broken, true), target)
}
