import type { Callers } from './callers.ts'
import type { CubeEvaluator, Query, RequestContext } from './engine-types.ts'
import { isUnprotected } from './embed-policy.ts'
import { cubesNamed } from './named-cubes.ts'

export type QueryRewrite = (query: Query, context: RequestContext) => Promise<Query>

type Rewriting = {
  callers: Callers
  isRollupOnly: boolean
  /** The hook of the deployment's own cube.js. */
  own: ((query: Query, context: RequestContext) => unknown) | undefined
  evaluator: () => Promise<CubeEvaluator>
  warn: (message: string, requestId: string | undefined) => void
  /** Remembers whose request this is, for what is logged about it later. */
  note: (requestId: string | undefined, isEmbed: boolean) => void
  refusal: (message: string) => Error
}

const rollupOnly =
  'facet:rollup_only: the deployment asks for answers from pre-aggregations only (CUBEJS_ROLLUP_ONLY or rollupOnlyMode), and there is no Cube Store to keep them in.'

const findUnprotected = (evaluator: CubeEvaluator, query: Query): string | undefined =>
  cubesNamed(query).find((name) => isUnprotected(evaluator, name))

/** Runs the hook of the deployment, and then what the platform holds every query to. */
export const createQueryRewrite =
  ({ callers, isRollupOnly, own, evaluator, warn, note, refusal }: Rewriting): QueryRewrite =>
  async (query, context) => {
    const caller = callers.find(context.securityContext)
    // Nobody is taken for an owner by mistake.
    if (!caller) throw refusal('facet:unknown_caller: the security context is not one that the platform admitted.')
    const { requestId } = context
    note(requestId, caller.isEmbed)
    if (isRollupOnly) throw refusal(rollupOnly)
    const rewritten = own ? ((await own(query, context)) as Query) : query
    if (caller.policy === 'allow') return rewritten
    const unprotected = findUnprotected(await evaluator(), rewritten)
    if (unprotected === undefined) return rewritten
    const message = `facet:no_access_policy:${unprotected} has no access policy, so embed sessions may not query it.`
    if (caller.policy === 'refuse') throw refusal(message)
    warn(message, requestId)
    return rewritten
  }
