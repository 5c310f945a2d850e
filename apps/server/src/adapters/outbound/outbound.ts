import { isIP, type LookupFunction } from 'node:net'
import { Failure } from '#kernel/failure'
import { type AllowedHosts, readAllowedHosts } from './allowed-hosts.ts'
import { createSystemLookup, type Lookup } from './system-lookup.ts'
import { findHost, readRemoteUrl, type RemoteKind, type RemoteUrl } from './remote-url.ts'

/** Where a connection may go: the addresses were judged, and no others are to be dialled. */
export type Destination = RemoteUrl & { addresses: string[] }

export type Outbound = { resolve: (url: string, kinds: readonly RemoteKind[]) => Promise<Destination> }

/** For what dials by a name and a port, without a URL. */
export type HostGuard = { resolveHost: (host: string) => Promise<Pick<Destination, 'host' | 'addresses'>> }

const lookupTimeoutMs = 10_000
const maxPinned = 8

const within = async <T>(work: Promise<T>, timeoutMs: number): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`No answer within ${timeoutMs} ms.`)), timeoutMs)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

const privateHost = (host: string, cause?: unknown): Failure =>
  new Failure(
    'remote_host_private',
    `The host "${host}" is not on the public internet. If it should be reachable, the operator names it in FACET_ALLOW_PRIVATE_HOSTS.`,
    { cause },
  )

const addressesOf = async (host: string, allowed: AllowedHosts, lookup: Lookup): Promise<string[]> => {
  if (isIP(host) !== 0) return [host]
  // Resolvers disagree on whether these are asked of anyone; they mean this machine.
  if (/(^|\.)localhost$/.test(host) && !allowed.isNameAllowed(host)) throw privateHost(host)
  const found = await within(lookup(host), lookupTimeoutMs).catch((error: unknown) => {
    throw new Failure('remote_unreachable', `The host "${host}" could not be resolved. Check its name.`, { cause: error })
  })
  if (found.length === 0) throw new Failure('remote_unreachable', `The host "${host}" has no address. Check its name.`)
  return found
}

/** The only way to dial an address from a request: resolve it here, once, and dial the addresses that are returned. */
export const createOutbound = ({
  allowPrivateHosts,
  lookup = createSystemLookup(),
}: {
  allowPrivateHosts: readonly string[]
  lookup?: Lookup
}): Outbound & HostGuard => {
  const allowed = readAllowedHosts(allowPrivateHosts)
  const judged = async (host: string): Promise<string[]> => {
    const found = await addressesOf(host, allowed, lookup)
    const refused = found.find((address) => !allowed.isAddressAllowed(address, host))
    if (refused !== undefined) throw privateHost(host, new Error(`${host} has the address ${refused}.`))
    return [...new Set(found)].slice(0, maxPinned)
  }
  return {
    resolve: async (text, kinds) => {
      const url = readRemoteUrl(text, kinds)
      if ('problem' in url) throw new Failure('remote_url_invalid', url.message)
      return { ...url, addresses: await judged(url.host) }
    },
    resolveHost: async (text) => {
      const host = findHost(text)
      if (host === null)
        throw new Failure('remote_url_invalid', `"${text.slice(0, 100)}" is not the name of a host. Give a name or an address.`)
      return { host, addresses: await judged(host) }
    },
  }
}

/** For the `lookup` option of a request: answers with the judged addresses and asks nobody. */
export const pinnedLookup =
  ({ host, addresses }: Pick<Destination, 'host' | 'addresses'>): LookupFunction =>
  (asked, options, answer) => {
    const [first] = addresses
    if (asked !== host || first === undefined) answer(new Error(`Only ${host} was resolved, not ${asked}.`), '', 0)
    else if (options.all)
      answer(
        null,
        addresses.map((address) => ({ address, family: isIP(address) })),
      )
    else answer(null, first, isIP(first))
  }
