import { repeat } from '#kernel/repeat'
import { reasonOf } from '#kernel/system-errors'
import type { Failure } from '#kernel/failure'
import type { EngineConnection } from './connection.ts'
import { largestLoad } from './failures.ts'
import { findHeaviestHolder } from './heaviest-holder.ts'
import type { EngineExit, EngineLease, EngineLimits, EngineSpec, LaunchedEngine, LeaseHolder } from './types.ts'

/** A process that was ready. */
export type EngineProcess = {
  name: string
  spec: EngineSpec
  isDraining: () => boolean
  leases: () => number
  /** When a lease was last given or released. */
  lastUsedMs: () => number
  readyAtMs: number
  lease: (holder: LeaseHolder) => EngineLease
  /** Resolves when it has exited: after its last lease is released, or at the end of the limit. */
  drain: (limitMs: number) => Promise<void>
  end: () => Promise<void>
  /** Resolves when it has exited, with the reason if nobody asked it to. */
  ended: Promise<string | null>
}

export type Running = {
  name: string
  spec: EngineSpec
  launched: LaunchedEngine
  connection: EngineConnection
  health: EngineLimits['health']
  nowMs: () => number
  /** Called with a line for the log of the deployment when a caller is rejected. */
  onOverload?: (line: string) => void
}

type OpenLease = { holder: LeaseHolder; reject: (reason: Failure) => void }

// A process that is silent after so many callers were rejected is not silent because of load.
const maxRejectedCallers = 2

const describeExit = ({ code, signal }: EngineExit): string =>
  signal === null ? `The process ended with exit code ${code}.` : `The process was ended by ${signal}.`

/** How it ended, in words. Whatever happened, it has ended: its place is free. */
export const saidOf = (exited: Promise<EngineExit>): Promise<string> =>
  exited.then(describeExit, (error: unknown) => `The process was lost: ${reasonOf(error)}.`)

/** Looks after a process that is ready: counts its leases, probes it, and ends it. */
export const runProcess = ({ name, spec, launched, connection, health, nowMs, onOverload }: Running): EngineProcess => {
  const readyAtMs = nowMs()
  let lastUsedMs = readyAtMs
  const open = new Set<OpenLease>()
  let leases = 0
  let misses = 0
  let rejectedCallers = 0
  let isDraining = false
  let isAsked = false
  let reason: string | null = null
  let onUnused = (): void => undefined

  /** False where nobody is left to reject. */
  const rejectHeaviest = (): boolean => {
    const heaviest = findHeaviestHolder([...open].map(({ holder }) => holder))
    if (!heaviest) return false
    const rejected = [...open].filter(({ holder }) => holder.key === heaviest.key)
    onOverload?.(
      `The process did not answer a probe of ${health.timeoutMs / 1000} s. The caller with the largest load was rejected (requests: ${rejected.length}, cost: ${heaviest.cost}).`,
    )
    for (const lease of rejected) {
      open.delete(lease)
      lease.reject(largestLoad())
    }
    return true
  }

  const probe = async (): Promise<void> => {
    try {
      // Whatever it answers, it answers: the warehouse may be what is not well.
      await connection.probe(AbortSignal.timeout(health.timeoutMs))
      misses = 0
      rejectedCallers = 0
    } catch {
      misses += 1
      if (isAsked) return
      if (rejectedCallers < maxRejectedCallers && rejectHeaviest()) {
        rejectedCallers += 1
        return
      }
      // Each rejected caller is worth one more probe.
      if (misses - rejectedCallers < health.misses) return
      reason = `The process did not answer ${misses} probes of ${health.timeoutMs / 1000} s.`
      void end()
    }
  }
  const probing = repeat(health.everyMs, probe, () => undefined)

  const ended = saidOf(launched.process.exited).then(async (said) => {
    void probing.stop()
    await Promise.allSettled([connection.destroy(), launched.process.end()])
    return isAsked ? reason : said
  })

  const end = async (): Promise<void> => {
    isAsked = true
    await launched.process.end().catch(() => undefined)
    await ended
  }

  return {
    name,
    spec,
    isDraining: () => isDraining,
    leases: () => leases,
    lastUsedMs: () => lastUsedMs,
    readyAtMs,
    lease: (holder) => {
      leases += 1
      lastUsedMs = nowMs()
      let isReleased = false
      const lease: OpenLease = { holder, reject: () => undefined }
      open.add(lease)
      return {
        dispatcher: connection.requests,
        sign: launched.sign,
        redact: launched.redact ?? ((text) => text),
        processName: name,
        buildId: spec.buildId,
        onRejected: (listener) => {
          lease.reject = listener
        },
        release: () => {
          if (isReleased) return
          isReleased = true
          open.delete(lease)
          leases -= 1
          lastUsedMs = nowMs()
          if (leases === 0) onUnused()
        },
      }
    },
    drain: async (limitMs) => {
      isDraining = true
      if (leases > 0) {
        const { promise, resolve } = Promise.withResolvers<null>()
        onUnused = () => resolve(null)
        const timer = setTimeout(onUnused, limitMs)
        await Promise.race([promise, ended])
        clearTimeout(timer)
      }
      await end()
    },
    end,
    ended,
  }
}
