import { setTimeout as delay } from 'node:timers/promises'
import { Client, type Dispatcher, Pool } from 'undici'

export type EngineConnection = {
  /** For requests: as many at once as it has connections, each with one of its own. */
  requests: Dispatcher
  /** The status of /readyz; throws when there is no answer in time. */
  probe: (signal: AbortSignal) => Promise<number>
  /** Cuts what is under way. */
  destroy: () => Promise<void>
}

const origin = 'http://engine'
// An engine holds a request for at most 90 s before it says that the answer will come later.
const answerTimeoutMs = 120_000

/** Over the socket of one process. Probes have a connection of their own: they must not wait behind slow queries. */
export const connectEngine = (socketPath: string): EngineConnection => {
  const requests = new Pool(origin, {
    socketPath,
    // More than a tenant's page opens at once: who finds none free waits behind somebody's slow query.
    connections: 256,
    pipelining: 1,
    keepAliveTimeout: 60_000,
    headersTimeout: answerTimeoutMs,
    bodyTimeout: answerTimeoutMs,
  })
  const prober = new Client(origin, { socketPath, pipelining: 1 })
  return {
    requests,
    probe: async (signal) => {
      const { statusCode, body } = await prober.request({ path: '/readyz', method: 'GET', signal })
      await body.dump()
      return statusCode
    },
    destroy: async () => {
      await Promise.all([requests.destroy(), prober.destroy()])
    },
  }
}

const betweenProbesMs = 20

/** Probes until it answers 200, or the signal ends it. */
export const untilReady = async ({ probe }: EngineConnection, signal: AbortSignal): Promise<void> => {
  for (;;) {
    const status = await probe(signal).catch(() => null)
    if (status === 200) return
    signal.throwIfAborted()
    await delay(betweenProbesMs, undefined, { signal }).catch(() => signal.throwIfAborted())
  }
}
