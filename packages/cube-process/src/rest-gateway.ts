import type { ApiGateway } from './api-gateway.ts'
import type { Engine } from './engine.ts'
import { findExpression } from './rest-query.ts'

/** Upstream's gateway, which reads every query by one method, and refuses SQL of a caller's own there. */
export const restGateway = (engine: Engine): typeof ApiGateway => {
  const { ApiGateway: Upstream, UserError } = engine.apiGateway()
  return class extends Upstream {
    override parseQueryParam(query: unknown): unknown {
      const parsed = super.parseQueryParam(query)
      const found = findExpression(parsed)
      if (found !== undefined) throw new UserError(`Invalid query format: ${found} holds an expression; name members of the model.`)
      return parsed
    }
  }
}
