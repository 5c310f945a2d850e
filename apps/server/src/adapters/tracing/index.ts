export type RequestTrace = { operation: string; status: number; seconds: number; requestId: string; startedAt: number }
export type Tracing = { record: (trace: RequestTrace) => void; stop: () => Promise<void> }

/** Spans of requests to an OTLP endpoint. Loaded only when one is configured: the libraries cost start-up time. */
export const startTracing = async (endpoint: string, version: string): Promise<Tracing> => {
  const { startOtlp } = await import('./otlp.ts')
  return startOtlp(endpoint, version)
}
