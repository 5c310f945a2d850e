import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseOutage } from '#db'

const maxAttempts = 5
const defaultPauseMs = 1000

/**
 * What was checked a moment ago and does not answer now is busy, or this process is: loading it keeps a slow machine from hearing an answer
 * in time. Anything else fails at once.
 */
export const startPatiently = async <T>(
  log: { warn: (details: object, message: string) => void },
  start: () => Promise<T>,
  pauseMs = defaultPauseMs,
): Promise<T> => {
  for (let attempt = 1; ; attempt++)
    try {
      return await start()
    } catch (error) {
      if (!(error instanceof DatabaseOutage) || attempt === maxAttempts) throw error
      log.warn({ err: error, attempt }, 'the database did not answer in time; starting again')
      await pause(pauseMs)
    }
}
