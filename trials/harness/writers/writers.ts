import { newDeployment } from '../embedding.ts'
import { randomUUID } from 'node:crypto'
import { type Client, FacetFailure } from '@facet/client'
import { pause } from '../numbers.ts'

/** A confirmed write, which must not be lost. */
export type Acknowledged = { deploymentId: number; name: string; hasVariable: boolean }

export type Refused = { startedMs: number; endedMs: number; operation: string; status: number; code: string; hasRetryAfter: boolean }

export type Writers = {
  acknowledged: Acknowledged[]
  refused: Refused[]
  acknowledgements: () => number
  lastAcknowledgedMs: () => number
  slowestMs: () => number
  stop: () => Promise<void>
}

export const variableName = 'WRITTEN_BY'

// Pause before a retry.
const retryPauseMs = 40

/** No response, an outage, or the first request of the idempotency key still running: a retry can succeed. */
export const isPassing = (status: number, code: string): boolean => status === 0 || status === 503 || code === 'idempotency_in_progress'

/**
 * Clients that create deployments and set a variable on each, one write at a time. They repeat a write that fails temporarily with its
 * idempotency key until it is confirmed.
 */
export const startWriters = (count: number, api: () => Client): Writers => {
  const acknowledged: Acknowledged[] = []
  const refused: Refused[] = []
  let total = 0
  let lastMs = 0
  let slowest = 0
  const stopping = new AbortController()

  const attempt = async <T>(operation: string, call: () => Promise<T>): Promise<T | 'passing' | 'failed'> => {
    const startedMs = performance.now()
    try {
      const answer = await call()
      total++
      lastMs = performance.now()
      return answer
    } catch (error) {
      if (!(error instanceof FacetFailure)) throw error
      const { status, code, retryAfterMs } = error
      refused.push({ startedMs, endedMs: performance.now(), operation, status, code, hasRetryAfter: retryAfterMs !== undefined })
      return isPassing(status, code) ? 'passing' : 'failed'
    } finally {
      slowest = Math.max(slowest, performance.now() - startedMs)
    }
  }

  const insist = async <T>(operation: string, call: () => Promise<T>): Promise<T | undefined> => {
    while (!stopping.signal.aborted) {
      const answer = await attempt(operation, call)
      if (answer === 'failed') return undefined
      if (answer !== 'passing') return answer
      await pause(retryPauseMs)
    }
    return undefined
  }

  const write = async (writer: number): Promise<void> => {
    for (let turn = 1; !stopping.signal.aborted; turn++) {
      const name = `Writer ${writer} turn ${turn}`
      const idempotencyKey = randomUUID()
      const created = await insist('createDeployment', () => api().createDeployment({ body: newDeployment(name), idempotencyKey }))
      if (!created) continue
      const entry: Acknowledged = { deploymentId: created.id, name, hasVariable: false }
      acknowledged.push(entry)
      const params = { deploymentId: created.id }
      const body = { env_variables: [{ name: variableName, value: name }] }
      entry.hasVariable = (await insist('setEnvVariables', () => api().setEnvVariables({ params, body }))) !== undefined
    }
  }

  const running = Array.from({ length: count }, (_, writer) => write(writer))
  return {
    acknowledged,
    refused,
    acknowledgements: () => total,
    lastAcknowledgedMs: () => lastMs,
    slowestMs: () => slowest,
    stop: async () => {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
