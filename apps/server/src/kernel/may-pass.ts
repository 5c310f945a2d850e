import { Failure } from './failure.ts'
import { hasCode } from './system-errors.ts'

// What a machine lacks for the moment, and another one may have: disk, open files, memory, processes.
const lacking = ['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN'] as const

/**
 * Whether the same may succeed later or on another node: something was away, a node lacked something, or a limit was met. Everything that
 * tries work again goes by this, so that no two judge alike cases differently.
 */
export const mayPass = (error: unknown): boolean => {
  if (error instanceof Failure) return error.kind === 'unavailable' || error.kind === 'rate_limited'
  return hasCode(error, ...lacking) || (error instanceof Error && error.cause !== undefined && mayPass(error.cause))
}
