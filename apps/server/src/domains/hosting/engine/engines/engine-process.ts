import { repeat } from '#kernel/repeat'
import { reasonOf } from '#kernel/system-errors'
import type { EngineConnection } from './connection.ts'
import type { EngineExit, EngineLease, EngineLimits, EngineSpec, LaunchedEngine } from './types.ts'

/** A process that was ready. */
export type EngineProcess = {
  name: string
  spec: EngineSpec
  isDraining: () => boolean
  leases: () => number
  /** When a lease was last given or released. */
  lastUsedMs: () => number
  readyAtMs: number
  lease: () => EngineLease
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
}

const describeExit = ({ code, signal }: EngineExit): string =>
  signal === null ? `The process ended with exit code ${code}.` : `The process was ended by ${signal}.`

/** How it ended, in words. Whatever happened, it has ended: its place is free. */
export const saidOf = (exited: Promise<EngineExit>): Promise<string> =>
  exited.then(describeExit, (error: unknown) => `The process was lost: ${reasonOf(error)}.`)

/** Looks after a process that is ready: counts its leases, probes it, and ends it. */
export const runProcess = ({ name, spec, launched, connection, health, nowMs }: Running): EngineProcess => {
  const readyAtMs = nowMs()
  let lastUsedMs = readyAtMs
  let leases = 0
  let misses = 0
  let isDraining = false
  let isAsked = false
  let reason: string | null = null
  let onUnused = (): void => undefined

  const probe = async (): Promise<void> => {
    try {
      // Whatever it answers, it answers: the warehouse may be what is not well.
      await connection.probe(AbortSignal.timeout(health.timeoutMs))
      misses = 0
    } catch {
      misses += 1
      if (misses < health.misses || isAsked) return
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
    lease: () => {
      leases += 1
      lastUsedMs = nowMs()
      let isReleased = false
      return {
        dispatcher: connection.requests,
        sign: launched.sign,
        redact: launched.redact ?? ((text) => text),
        processName: name,
        buildId: spec.buildId,
        release: () => {
          if (isReleased) return
          isReleased = true
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
