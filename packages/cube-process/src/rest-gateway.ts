import { queryProblem } from '@facet/dashboard-spec/query'
import type { ApiGateway, AskedIn, DescribedCube, Failed, MetaRequest } from './api-gateway.ts'
import type { Callers } from './callers.ts'
import { isUnprotected } from './embed-policy.ts'
import type { Engine } from './engine.ts'
import type { CubeEvaluator } from './engine-types.ts'
import { findExpression } from './rest-query.ts'

export type Metadata = {
  callers: Callers
  /** Of the model that was compiled last. */
  evaluator: () => CubeEvaluator | undefined
}

const extended =
  'facet:extended_metadata: embed sessions read metadata without `extended`, which tells the SQL of the model and names what is hidden.'

// The parser of bodies says so. Its message quotes the body, which is not to be in the log.
const unreadable = 'entity.parse.failed'
const badJson = 'Invalid JSON: the body of the request is not a JSON object.'

/**
 * Upstream's gateway. It reads every query by one method, and SQL of a caller's own is refused there, as are times that take long to
 * read and queries that take long to plan; it shows the model by another, and what an embed session may not query is left out there.
 */
export const restGateway = (engine: Engine, { callers, evaluator }: Metadata): typeof ApiGateway => {
  const { ApiGateway: Upstream, CubejsHandlerError, UserError } = engine.apiGateway()
  return class extends Upstream {
    override parseQueryParam(query: unknown): unknown {
      const parsed = super.parseQueryParam(query)
      const found = findExpression(parsed)
      if (found !== undefined) throw new UserError(`Invalid query format: ${found} holds an expression; name members of the model.`)
      const tooMuch = queryProblem(parsed)
      if (tooMuch !== undefined) throw new UserError(`Invalid query format: ${tooMuch}.`)
      return parsed
    }

    override filterVisibleItemsInMeta(context: AskedIn, cubes: DescribedCube[]): DescribedCube[] {
      const visible = super.filterVisibleItemsInMeta(context, cubes)
      // Nobody is taken for an owner by mistake.
      if ((callers.find(context.securityContext)?.policy ?? 'refuse') !== 'refuse') return visible
      const model = evaluator()
      return model ? visible.filter(({ config }) => !isUnprotected(model, config.name)) : []
    }

    override async metaExtended(request: MetaRequest): Promise<void> {
      const { context, res } = request
      if (callers.find(context.securityContext)?.isEmbed === false) return super.metaExtended(request)
      this.handleError({ e: new CubejsHandlerError(403, 'Forbidden', extended), context, res, requestStarted: new Date() })
    }

    override handleError(failed: Failed): void {
      super.handleError(failed.e.type === unreadable ? { ...failed, e: new UserError(badJson) } : failed)
    }
  }
}
