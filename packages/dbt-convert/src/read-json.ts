import { conversionLimits } from './limits.ts'
import { ConversionRefused } from './refusal.ts'

const quote = 0x22
const backslash = 0x5c
// Brackets and braces differ in one bit.
const braceBit = 0x20
const opening = 0x7b
const closing = 0x7d

/** Where the string ends that begins at this byte. */
const endOfString = (bytes: Uint8Array, start: number): number => {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1
  return at
}

/** How deep brackets nest, counted without building anything. */
const depthOf = (bytes: Uint8Array): number => {
  let depth = 0
  let deepest = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number
    if (byte === quote) at = endOfString(bytes, at)
    else if ((byte | braceBit) === opening) deepest = Math.max(deepest, (depth += 1))
    else if ((byte | braceBit) === closing) depth -= 1
  }
  return deepest
}

const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024)

/** For whoever has not read it yet. */
export const requireSize = (bytes: number, what: string): void => {
  const { maxManifestBytes } = conversionLimits
  if (bytes > maxManifestBytes)
    throw new ConversionRefused(
      'manifest_too_large',
      `The ${what} has ${megabytes(bytes)} MB; at most ${megabytes(maxManifestBytes)} MB are read. Send one without compiled code (dbt parse).`,
    )
}

/** An artifact of dbt, judged by its size and depth before anything is made of it. */
export const readJson = (bytes: Uint8Array, what: string): unknown => {
  const { maxDepth } = conversionLimits
  requireSize(bytes.length, what)
  const depth = depthOf(bytes)
  if (depth > maxDepth)
    throw new ConversionRefused('manifest_too_deep', `The ${what} nests ${depth} levels deep; dbt writes fewer than ${maxDepth}.`)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown
  } catch (error) {
    throw new ConversionRefused(
      'manifest_not_json',
      `The ${what} is not JSON: ${error instanceof Error ? error.message.slice(0, 200) : ''}`,
    )
  }
}
