import { createAdmission, createDeploymentTokens } from '#access'
import type { Services } from '#context'
import { securityContextOf } from '#domains/embed/security-context'
import { createGateway, type DataObservation, type EngineErrorReport, type Engines, type Gateway, smallBodyBytes } from '#gateway'
import { createRateLimits, createTransport } from '#http'
import { Failure } from '#kernel/failure'
import { createByteBudget } from '#limits'

// As long as a caller may take to send a request.
const maxStallMs = 30_000

const mebibyte = 1_048_576

/** A caller has room for one of the largest bodies. */
const openBodyMemory = () =>
  createByteBudget<number | string>({
    what: 'memory for query bodies',
    holder: 'user or token',
    unitBytes: smallBodyBytes,
    maxBytes: 128 * mebibyte,
    maxBytesPerKey: 8 * mebibyte,
    maxWaiting: 4096,
    maxWaitingPerKey: 64,
    maxWaitMs: 10_000,
  })

export type DataPlane = {
  engines: Engines
  observe: (observation: DataObservation) => void
  onEngineError: (report: EngineErrorReport) => void
  isDraining: () => boolean
}

/** The gateway over what this process has. */
export const openGateway = (services: Services, plane: DataPlane): Gateway => {
  const { config, dataTargets: targets, revocations, liveNodes, log, ledger } = services
  const admission = createAdmission(config.rateLimits.unknown, liveNodes)
  const { check } = createRateLimits(config.rateLimits, liveNodes)
  return createGateway({
    ...plane,
    transportOf: createTransport(config),
    tenants: services.tenants,
    targets,
    credentials: {
      embedTokens: services.embedTokens,
      deploymentTokens: createDeploymentTokens(targets, revocations, admission),
      dataTokens: services.dataTokens,
      contextOfGrant: ({ identity, document }) => securityContextOf(identity, document),
    },
    revocations,
    originsOf: async (tenantId) => (await services.embed.settings.find(tenantId, ''))?.embedOrigins ?? [],
    count: check,
    places: services.dataPlaces,
    bodyMemory: openBodyMemory(),
    maxStallMs,
    dataDomain: config.dataDomain,
    requireServing: () => {
      if (ledger.problem() !== null)
        throw new Failure('service_unavailable', 'The service is not ready. Repeat the request in a moment.', { retryAfterSeconds: 5 })
    },
    onBug: (requestId, error) => log.error({ requestId, err: error }, 'a request of the data API failed on our side'),
  })
}

/** The same over the engines of all nodes. What an engine says to a frame's failed query is for the owners of the deployment. */
export const openDataPlane =
  (services: Services) =>
  (seen: Pick<DataPlane, 'observe' | 'isDraining'>): Gateway =>
    openGateway(services, { ...seen, engines: services.engines, onEngineError: services.recordEngineError })
