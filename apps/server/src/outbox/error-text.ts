import { Failure } from '#kernel/failure'
import { codeOf } from '#kernel/system-errors'

const maxLength = 300

/**
 * What is kept with the event for the operator. The message of a failure is written for callers; any other may hold SQL, hosts or
 * secrets, which are for the log.
 */
export const errorText = (error: unknown): string => {
  if (error instanceof Failure) return error.message.slice(0, maxLength)
  const code = codeOf(error)
  const name = error instanceof Error ? error.name : 'something that is not an error'
  return `The reaction threw ${name}${code === '' ? '' : ` (${code})`}; the log says more.`.slice(0, maxLength)
}
