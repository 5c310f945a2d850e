import { connectEngine, untilReady } from './connection.ts'
import { type EngineProcess, runProcess, saidOf } from './engine-process.ts'
import type { EngineLimits, EngineSpec, Launch, OnLine } from './types.ts'
import { unlessAborted } from './unless-aborted.ts'

export type ProcessStart = {
  launch: Launch
  spec: EngineSpec
  name: string
  limits: Pick<EngineLimits, 'startMs' | 'health'>
  nowMs: () => number
  onLine: OnLine
  signal: AbortSignal
  /** Called when nothing of a start that failed is left. */
  onGone: () => void
}

/** Launches a process and waits until it answers that it is ready. What fails or takes too long is ended. */
export const startProcess = async ({ launch, spec, name, limits, nowMs, onLine, signal, onGone }: ProcessStart): Promise<EngineProcess> => {
  const starting = new AbortController()
  const cancel = (): void => starting.abort(signal.reason)
  const tooLong = (): void => starting.abort(new Error(`The process was not ready within ${limits.startMs / 1000} s.`))
  const timer = setTimeout(tooLong, limits.startMs)
  signal.addEventListener('abort', cancel, { once: true })
  const launching = launch(spec, name, starting.signal, onLine)
  try {
    const launched = await unlessAborted(launching, starting.signal)
    void saidOf(launched.process.exited).then((said) => starting.abort(new Error(said)))
    const connection = connectEngine(launched.socketPath)
    try {
      await untilReady(connection, starting.signal)
      return runProcess({ name, spec, launched, connection, health: limits.health, nowMs, onOverload: onLine })
    } catch (error) {
      await connection.destroy()
      throw error
    }
  } catch (error) {
    void launching
      .then(({ process }) => process.end())
      .catch(() => undefined)
      .finally(onGone)
    throw error
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', cancel)
  }
}
