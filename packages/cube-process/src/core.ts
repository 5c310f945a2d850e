import type { ApiGateway } from './api-gateway.ts'
import type { Callers } from './callers.ts'
import type { Engine } from './engine.ts'
import type { CompilerApi, CubeEvaluator, ServerCore } from './engine-types.ts'
import { neutralContext } from './options.ts'
import { restGateway } from './rest-gateway.ts'

/** Without Cube Store there is nowhere to keep them: queries go to the warehouse as if the model had none. */
const withoutPreAggregations = (api: CompilerApi, onCompiled: (evaluator: CubeEvaluator) => void): CompilerApi => {
  const compileSchema = api.compileSchema.bind(api)
  api.compileSchema = async (...args) => {
    const compilers = await compileSchema(...args)
    compilers.cubeEvaluator.preAggregationsForCube = () => ({})
    onCompiled(compilers.cubeEvaluator)
    return compilers
  }
  return api
}

/**
 * One process serves one environment: one compiled model and one set of connections for all callers. Upstream makes these with the context of
 * whoever comes first; here they are made with nobody's.
 */
export const createCore = (engine: Engine, callers: Callers, options: Record<string, unknown>): ServerCore => {
  const { CubejsServerCore } = engine.serverCore()
  let evaluator: CubeEvaluator | undefined
  const RestGateway = restGateway(engine, { callers, evaluator: () => evaluator })

  class OneModelCore extends CubejsServerCore {
    override getCompilerApi(): Promise<CompilerApi> {
      return super.getCompilerApi(neutralContext)
    }

    override getOrchestratorApi(): Promise<unknown> {
      return super.getOrchestratorApi(neutralContext)
    }

    override createCompilerApi(...args: unknown[]): CompilerApi {
      return withoutPreAggregations(super.createCompilerApi(...args), (compiled) => {
        evaluator = compiled
      })
    }

    override createApiGatewayInstance(...args: unknown[]): ApiGateway {
      return new RestGateway(...args)
    }
  }

  return new OneModelCore(options)
}
