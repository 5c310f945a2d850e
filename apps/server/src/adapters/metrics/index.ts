import { collectDefaultMetrics, Counter, Gauge, Histogram, register as processRegistry, Registry } from 'prom-client'

export type Metrics = {
  recordRequest: (observation: { operation: string; status: number; seconds: number }) => void
  gauge: (name: string, help: string, read: () => number) => void
  text: () => Promise<string>
  contentType: string
}

/** Collecting them starts observers that nothing can stop, which would keep every closed server in memory. So there is one set per process. */
const collectProcessMetrics = (): void => {
  if (!processRegistry.getSingleMetric('nodejs_version_info')) collectDefaultMetrics()
}

/** A registry of its own, so that two servers in one process count apart. Only the metrics of the process itself are shared. */
export const createMetrics = (): Metrics => {
  const registry = new Registry()
  collectProcessMetrics()
  const duration = new Histogram({
    name: 'facet_http_request_duration_seconds',
    help: 'Time from the first byte read to the last byte written, by operation.',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  const requests = new Counter({
    name: 'facet_http_requests_total',
    help: 'Requests answered, by operation and status.',
    labelNames: ['operation', 'status'],
    registers: [registry],
  })
  return {
    recordRequest: ({ operation, status, seconds }) => {
      duration.observe({ operation }, seconds)
      requests.inc({ operation, status })
    },
    gauge: (name, help, read) => {
      const gauge: Gauge = new Gauge({
        name,
        help,
        registers: [registry],
        collect: () => gauge.set(read()),
      })
    },
    text: async () => (await Promise.all([processRegistry.metrics(), registry.metrics()])).join(''),
    contentType: registry.contentType,
  }
}
