import type { Edit } from '#engine/modeling'
import type { RequestContext } from '#context'
import type { Branch, ModelSettings } from '#domains/modeling/branches'
import { Failure } from '#kernel/failure'

export type Widening = {
  settings: ModelSettings
  target: Branch
  /** The head of the target, and the commit that is to become it. */
  before: string
  after: string
  isAcknowledged: boolean
}

const maxListed = 100

/** Where the deployment asks for it, a change by which somebody sees more reaches the deploy branch only when that is said to be meant. */
export const requireAcknowledged = async (
  context: Pick<RequestContext, 'models' | 'caller' | 'signal'>,
  edit: Edit,
  { settings, target, before, after, isAcknowledged }: Widening,
): Promise<void> => {
  if (!settings.mustAcknowledgeWidening || target.kind !== 'deploy' || isAcknowledged || before === after) return
  const versions = { before: await edit.listTree(before), after: await edit.listTree(after), objects: edit.newObjects }
  const asker = { tenantId: context.caller.tenantId, signal: context.signal }
  const { count, listed } = await context.models.listWidening(asker, versions, maxListed)
  if (count === 0) return
  const changes = count === 1 ? 'One change lets' : `${count} changes let`
  throw new Failure(
    'widening_unacknowledged',
    `${changes} somebody see more on "${target.name}", or make it impossible to tell: "errors" holds ${count > maxListed ? `the first ${maxListed}` : 'each'}. Send acknowledgeWidening: true if that is meant.`,
    { errors: listed.map(({ file, message }) => ({ pointer: file, message })) },
  )
}
