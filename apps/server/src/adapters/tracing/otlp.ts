import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import type { Tracing } from './index.ts'

export const startOtlp = (endpoint: string, version: string): Tracing => {
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
