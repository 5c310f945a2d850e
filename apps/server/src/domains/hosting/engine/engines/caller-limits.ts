import { maxHeaderSize } from 'node:http'
import { contextLimits } from '#access'
import { Failure } from '#kernel/failure'
import type { PinnedCaller } from './types.ts'

/** Of a caller as JSON: the largest context, and seven times as much for groups and attributes, which have no limit together. */
export const maxCallerBytes = 8 * contextLimits.bytes

// Names, the signature, and what else an engine is told.
const otherBytes = 4096

/** What an engine takes before the body: the largest caller as a token, and the longest address that a listener of ours takes. */
export const engineHeadBytes = Math.ceil((maxCallerBytes * 4) / 3) + maxHeaderSize + otherBytes

/** A caller as JSON, or a refusal: an engine would answer one that is longer with an error of its listener, which tells nobody why. */
export const writeCaller = (caller: PinnedCaller): string => {
  const written = JSON.stringify(caller)
  const bytes = Buffer.byteLength(written)
  if (bytes <= maxCallerBytes) return written
  throw new Failure(
    'security_context_too_large',
    `The security context has ${bytes} bytes with its groups and attributes; an engine takes ${maxCallerBytes}. Give the user fewer groups, or shorter attributes.`,
  )
}
