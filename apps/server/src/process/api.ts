import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { flatLines } from '#adapters/log'
import { createMetrics } from '#adapters/metrics'
import { startTracing } from '#adapters/tracing'
import { isLoopback, type ListenAddress } from '#config'
import type { Config, Gauge, Handlers, Services } from '#context'
import { embedPageFolder, version } from '#kernel/package'
import type { DataObservation, Gateway } from '#gateway'
import { createAdminServer, createServer, type HandleFirst, type Observer, reloadTlsOnChange } from '#http'
import { handlers as allHandlers } from './generated/handlers.ts'
import { listenProblem } from './listen-problem.ts'

export type RunningRole = { address: string; adminAddress: string | null; stop: () => Promise<void> }

// Whoever stops a process usually kills it after 30 s. A connection that never sends anything would hold it that long.
const maxClosingMs = 25_000

const urlOf = (server: { address: () => AddressInfo | string | null }, scheme: string): string => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The listener has no address.')
  return `${scheme}://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`
}

const everyAddress = new Set(['0.0.0.0', '::'])

/** Where other nodes reach this listener. A wildcard address cannot be dialled, and in production a loopback one would be the other node itself. */
const nodeAddressOf = (config: Config, listening: string): string | null => {
  const host = new URL(listening).hostname.replaceAll(/[[\]]/g, '')
  const isReached = !everyAddress.has(host) && !(config.mode === 'production' && isLoopback(host))
  return config.nodeAddress ?? (isReached ? listening : null)
}

/** The others hear of this node only now that it listens. */
const join = async ({ cluster, engineNodes, config, log }: Services, listening: string): Promise<void> => {
  const address = nodeAddressOf(config, listening)
  if (address === null && (cluster.isAuthoring || engineNodes.runsEngines))
    log.info(
      `other nodes cannot reach this one at ${listening}, so it serves data models and engines only for requests that it receives itself; set FACET_NODE_ADDRESS`,
    )
  await cluster.join(address)
}

type Listener = { listen: (at: ListenAddress) => Promise<unknown> }

const listen = async (server: Listener, variable: string, at: ListenAddress): Promise<void> => {
  try {
    await server.listen(at)
  } catch (error) {
    throw listenProblem(variable, at, error)
  }
}

/** Requests that the API is not asked about: another node's for an engine, and queries. */
const firstOf = (isDraining: () => boolean, ...doors: (HandleFirst | null | undefined)[]): { handleFirst?: HandleFirst } => {
  const open = doors.filter((door) => door !== null && door !== undefined)
  const handleFirst: HandleFirst = (request, response) => {
    // Whoever keeps asking on a connection from before the stop would keep the node from closing.
    if (isDraining()) response.shouldKeepAlive = false
    return open.some((handle) => handle(request, response))
  }
  return open.length === 0 ? {} : { handleFirst }
}

/** What the listener lends the gateway. */
export type DataSight = { observe: (observation: DataObservation) => void; isDraining: () => boolean }

/** Counted, traced and logged like requests of the API; the line names the deployment, and never a query. */
const observeData =
  ({ record, trace, line }: Observer): DataSight['observe'] =>
  ({ operation, status, seconds, requestId, method, tenantId, deploymentId }) => {
    record({ operation, status, seconds })
    trace?.({ operation, status, seconds, requestId, startedAt: Date.now() - seconds * 1000 })
    line?.({ requestId, operation, method, status, ms: Math.round(seconds * 1e4) / 10, tenantId, deploymentId }, 'request')
  }

/**
 * Serves the API until stopped: then other nodes pass nothing on to it any more, new requests are turned away, those under way
 * are answered, and it closes. All roles that listen share it: they differ in what the node acts on, and whom it forwards the rest to.
 */
export const startApi = async (
  services: Services,
  {
    handlers = allHandlers,
    gauges = [],
    openGateway,
    engineDoor,
  }: { handlers?: Handlers; gauges?: readonly Gauge[]; openGateway?: (seen: DataSight) => Gateway; engineDoor?: HandleFirst | null } = {},
): Promise<RunningRole> => {
  const { config, log } = services
  const metrics = createMetrics()
  metrics.gauge('facet_pool_waiting', 'Requests waiting for a database connection.', services.pool.waiting)
  metrics.gauge('facet_live_nodes', 'Processes of this installation seen alive.', services.liveNodes)
  metrics.gauge('facet_endings_waiting', 'Endings that the object store does not have yet.', services.ledger.waiting)
  for (const { name, help, read } of gauges) metrics.gauge(name, help, read)
  const tracing = config.otlpEndpoint ? await startTracing(config.otlpEndpoint, version) : null
  const scheme = config.tls ? 'https' : 'http'
  let isDraining = false
  const observer: Observer = { record: metrics.recordRequest, line: flatLines(services.log), ...(tracing ? { trace: tracing.record } : {}) }
  const gateway = openGateway?.({ observe: observeData(observer), isDraining: () => isDraining })
  if (gateway) metrics.gauge('facet_data_requests_active', 'Requests to engines under way.', gateway.active)
  const app = createServer(services, {
    handlers,
    observer,
    isDraining: () => isDraining,
    embedPageFolder: embedPageFolder(),
    ...firstOf(() => isDraining, engineDoor, gateway?.handle),
  })
  const stopWatching = config.tls
    ? reloadTlsOnChange(app, config.tls, (message, error) => (error ? log.error({ err: error }, message) : log.info(message)))
    : () => undefined
  const admin = config.admin ? createAdminServer(config.admin.token, { metrics: metrics.text, contentType: metrics.contentType }) : null
  const stop = async (): Promise<void> => {
    isDraining = true
    stopWatching()
    const left = services.cluster.leave()
    if (config.drainMs > 0 && app.server.listening) await pause(config.drainMs)
    const cut = setTimeout(() => app.server.closeAllConnections(), maxClosingMs)
    await app.close()
    clearTimeout(cut)
    gateway?.stop()
    await left
    await admin?.close()
    // A collector that is away takes the last spans with it, and nothing else.
    await tracing?.stop().catch((error: unknown) => log.warn({ err: error }, 'the last traces could not be sent'))
  }
  try {
    // First the one that nobody is sent to: when it cannot listen, no caller has to be waited for.
    if (admin && config.admin) await listen(admin, 'FACET_ADMIN_LISTEN', config.admin.listen)
    await listen(app, 'FACET_LISTEN', config.listen)
    await join(services, urlOf(app.server, scheme))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    address: urlOf(app.server, scheme),
    adminAddress: admin ? urlOf(admin.server, 'http') : null,
    stop,
  }
}
