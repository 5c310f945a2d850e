const isLate = (error: unknown): boolean => /does not answer|not answering|timeout expired|deadline exceeded/i.test(String(error))

const maxAttempts = 3

/** Does it again where something answered too late, as what was started a moment ago does on a busy machine. */
export const patiently = async <T>(attempt: () => Promise<T>, attempts = maxAttempts): Promise<T> => {
  try {
    return await attempt()
  } catch (error) {
    if (attempts <= 1 || !isLate(error)) throw error
    return patiently(attempt, attempts - 1)
  }
}
