import { setTimeout as pause } from 'node:timers/promises'

const maxAttempts = 3
const firstPauseMs = 100

/** What an S3 answer says when it was one, in the part that matters here. */
const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } } | undefined)?.$metadata?.httpStatusCode

export const isNamed = (error: unknown, ...names: string[]): boolean => error instanceof Error && names.includes(error.name)

/** A store that refused for a reason refuses again; one that was busy, or whose answer did not arrive, may not. */
const isWorthRepeating = (error: unknown): boolean => {
  const status = statusOf(error)
  return status === undefined || status >= 500 || status === 409 || status === 429
}

const isLast = (error: unknown, attempt: number, signal: AbortSignal | undefined): boolean =>
  attempt >= maxAttempts || signal?.aborted === true || !isWorthRepeating(error)

/** Waits before the next attempt, or throws when there is none. The pause differs, so that callers who failed together do not return together. */
export const prepareNext = async (error: unknown, attempt: number, signal: AbortSignal | undefined): Promise<void> => {
  if (isLast(error, attempt, signal)) throw error
  await pause(firstPauseMs * 2 ** (attempt - 1) * (0.5 + Math.random()), undefined, { signal })
}

export const repeated = async <T>(signal: AbortSignal | undefined, work: (attempt: number) => Promise<T>, attempt = 1): Promise<T> => {
  try {
    return await work(attempt)
  } catch (error) {
    await prepareNext(error, attempt, signal)
    return repeated(signal, work, attempt + 1)
  }
}
