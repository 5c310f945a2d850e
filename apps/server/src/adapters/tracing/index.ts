import { SpanKind, SpanStatusCode } from '@opentelemetry/api'

export type RequestTrace = { operation: string; status: number; seconds: number; requestId: string; startedAt: number }
export type Tracing = { record: (trace: RequestTrace) => void; stop: () => Promise<void> }

/** Spans of requests to an OTLP endpoint. Loaded only when one is configured: the libraries cost start-up time. */
export const startTracing = async (endpoint: string, version: string): Promise<Tracing> => {
  const [{ NodeTracerProvider, BatchSpanProcessor }, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'facet', 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  const tracer = provider.getTracer('facet')
  return {
    record: ({ operation, status, seconds, requestId, startedAt }) => {
      const attributes = { 'facet.operation': operation, 'facet.request_id': requestId, 'http.response.status_code': status }
      const span = tracer.startSpan(operation, { kind: SpanKind.SERVER, startTime: startedAt, attributes })
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(startedAt + seconds * 1000)
    },
    stop: () => provider.shutdown(),
  }
}
