import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { flatLines } from '#adapters/log'
import { createMetrics } from '#adapters/metrics'
import { startTracing } from '#adapters/tracing'
import type { Services } from '#context'
import { createAdminServer, createServer, reloadTlsOnChange } from '#http'
import { handlers } from './handlers.ts'
import { version } from './services.ts'

export type RunningRole = { address: string; adminAddress: string | null; stop: () => Promise<void> }

// Whoever stops a process usually kills it after 30 s. A connection that never sends anything would hold it that long.
const mostClosingMs = 25_000

const urlOf = (server: { address: () => AddressInfo | string | null }, scheme: string): string => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The listener has no address.')
  return `${scheme}://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`
}

/** Serves the management API until stopped: then new requests are turned away, those under way are answered, and it closes. */
export const startApi = async (services: Services): Promise<RunningRole> => {
  const { config, log } = services
  const metrics = createMetrics()
  metrics.gauge('facet_pool_waiting', 'Requests waiting for a database connection.', () => services.pool.waitingCount)
  metrics.gauge('facet_live_nodes', 'Processes of this installation seen alive.', services.liveNodes)
  const tracing = config.otlpEndpoint ? await startTracing(config.otlpEndpoint, version) : null
  let isDraining = false
  const app = createServer(services, {
    handlers,
    observer: { record: metrics.recordRequest, line: flatLines(services.log), ...(tracing ? { trace: tracing.record } : {}) },
    isDraining: () => isDraining,
  })
  const stopWatching = config.tls
    ? reloadTlsOnChange(app, config.tls, (message, error) => (error ? log.error({ err: error }, message) : log.info(message)))
    : () => undefined
  const admin = config.admin ? createAdminServer(config.admin.token, { metrics: metrics.text, contentType: metrics.contentType }) : null
  const stop = async (): Promise<void> => {
    isDraining = true
    stopWatching()
    if (config.drainMs > 0 && app.server.listening) await pause(config.drainMs)
    const cut = setTimeout(() => app.server.closeAllConnections(), mostClosingMs)
    await app.close()
    clearTimeout(cut)
    await admin?.close()
    await tracing?.stop()
  }
  try {
    await app.listen(config.listen)
    if (admin && config.admin) await admin.listen(config.admin.listen)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    address: urlOf(app.server, config.tls ? 'https' : 'http'),
    adminAddress: admin ? urlOf(admin.server, 'http') : null,
    stop,
  }
}
