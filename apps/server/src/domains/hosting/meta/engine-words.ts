import { redactedError } from '#kernel/redacted-error'

// More of an error is no reason any more; it is not read through for the values of variables, and so not shown.
const maxReadBytes = 1_048_576
const maxShown = 1000

/**
 * What an engine said of an error, for the log of the service: without the values of variables. They are taken out of the whole before
 * it is cut, since half of one would not be known for what it is.
 */
export const engineWords = (answer: Buffer, redact: (text: string) => string): string => {
  if (answer.length > maxReadBytes) return `${answer.length} bytes, too many to be shown`
  // Once more as text: names within an object may be values too.
  return redact(redactedError(answer.toString('utf8'), redact)).slice(0, maxShown)
}
