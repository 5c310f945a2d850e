import { vi } from 'vitest'

/**
 * Starts something once for the files of a worker that ask for it. It lives until the worker ends, or until a file fakes timers:
 * whatever it repeats would then never be repeated again.
 */
export const createShared = <T>(start: () => Promise<T>, stop: (running: T) => Promise<void>): (() => Promise<T>) => {
  let started: Promise<T> | undefined
  let isSpoiled = false
  const { useFakeTimers } = vi
  vi.useFakeTimers = (config) => {
    isSpoiled = true
    return useFakeTimers(config)
  }
  return async () => {
    if (started && isSpoiled) {
      const spoiled = started
      started = undefined
      await spoiled.then(stop)
    }
    if (!started) {
      isSpoiled = false
      started = start()
    }
    try {
      return await started
    } catch (error) {
      started = undefined
      throw error
    }
  }
}
