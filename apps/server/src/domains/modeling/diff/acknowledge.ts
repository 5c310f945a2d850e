import type { Edit } from '#authoring'
import type { Context } from '#context'
import type { Branch, ModelSettings } from '#domains/modeling/branches'
import { Failure } from '#failure'
import { diffModels, isWidening, readModel } from '#model'
import { readingOf, readSources } from './sources.ts'

export type Widening = {
  settings: ModelSettings
  target: Branch
  /** The head of the target, and the commit that is to become it. */
  before: string
  after: string
  isAcknowledged: boolean
}

const mostListed = 100

/** Where the deployment asks for it, a change by which somebody sees more reaches the deploy branch only when that is said to be meant. */
export const requireAcknowledged = async (
  context: Pick<Context, 'models'>,
  edit: Edit,
  { settings, target, before, after, isAcknowledged }: Widening,
): Promise<void> => {
  if (!settings.mustAcknowledgeWidening || target.kind !== 'deploy' || isAcknowledged || before === after) return
  const sources = await readSources(readingOf(edit), before, after, context.models)
  const { cache } = sources
  const widening = isWidening(diffModels(readModel(sources.before, { cache }), readModel(sources.after, { cache })))
  if (widening.length === 0) return
  const count = widening.length === 1 ? 'One change lets' : `${widening.length} changes let`
  throw new Failure(
    'widening_unacknowledged',
    `${count} somebody see more on "${target.name}", or hide whether it is so: "errors" holds ${widening.length > mostListed ? `the first ${mostListed}` : 'each'}. Send acknowledgeWidening: true if that is meant.`,
    { errors: widening.slice(0, mostListed).map(({ file, message }) => ({ pointer: file, message })) },
  )
}
