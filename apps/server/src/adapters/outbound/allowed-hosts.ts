import { isIP } from 'node:net'
import { blockListOf, canonicalAddress, isIn, isMetadata, isPublic } from './addresses.ts'

export type AllowedHosts = {
  isNameAllowed: (host: string) => boolean
  isAddressAllowed: (address: string, host: string) => boolean
}

/** What the operator allows beside public addresses: names, addresses, ranges. */
export const readAllowedHosts = (entries: readonly string[]): AllowedHosts => {
  const isNumeric = (entry: string): boolean => isIP(entry.split('/')[0] ?? '') !== 0
  const numeric = entries.filter(isNumeric)
  const names = new Set(entries.filter((entry) => !isNumeric(entry)).map((entry) => entry.toLowerCase().replace(/\.$/, '')))
  const exact = new Set(numeric.flatMap((entry) => canonicalAddress(entry) ?? []))
  const ranges = blockListOf(numeric)
  return {
    isNameAllowed: (host) => names.has(host),
    isAddressAllowed: (address, host) => {
      const canonical = canonicalAddress(address)
      if (canonical === null) return false
      // A range or a name is allowed for the machines in it; the cloud's credentials are not meant by that.
      if (isMetadata(canonical)) return exact.has(canonical)
      return isPublic(canonical) || names.has(host) || isIn(ranges, canonical)
    },
  }
}
