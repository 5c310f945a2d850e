import type { IncomingHttpHeaders } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'
import type { BaseConfig } from '#config'
import { Failure } from '#kernel/failure'
import { plainAddress } from '#limits'

/** `address` is the caller's as far as it can be known: the last one that called a trusted proxy and is none itself, or the peer. */
export type Transport = { host: string; origin: string; address: string }
type Incoming = { headers: IncomingHttpHeaders; socket: { remoteAddress?: string | undefined } }

const maxPeers = 1000
const mapped = '::ffff:'

const rangesOf = (ranges: string[]): BlockList => {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

const firstOf = (header: string | string[] | undefined): string | undefined =>
  (Array.isArray(header) ? header[0] : header)?.split(',')[0]?.trim()

const none: string[] = []

const listIn = (header: string | string[] | undefined): string[] =>
  header === undefined
    ? none
    : [header]
        .flat()
        .join(',')
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean)

/** A host name as stored: lowercase, without port and final dot. */
export const hostNameOf = (host: string): string => host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')

/**
 * Says how the request came: over TLS here, over TLS to a trusted proxy, or, in development only, plain from this machine.
 * A forwarded host counts only from a trusted proxy; anyone else could choose a tenant with it.
 */
export const createTransport = (config: BaseConfig): ((request: Incoming) => Transport) => {
  const proxies = rangesOf(config.trustedProxies)
  const thisMachine = rangesOf(['127.0.0.0/8', '::1'])
  const isIn = (list: BlockList, address: string): boolean => {
    const plain = address.startsWith(mapped) ? address.slice(mapped.length) : address
    return isIP(plain) !== 0 && list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
  }
  // Proxies keep their connections, and looking an address up costs more than the rest of this together.
  const peers = new Map<string, { fromProxy: boolean; fromHere: boolean }>()
  const judge = (peer: string): { fromProxy: boolean; fromHere: boolean } => {
    const known = peers.get(peer)
    if (known) return known
    const judged = { fromProxy: config.trustedProxies.length > 0 && isIn(proxies, peer), fromHere: isIn(thisMachine, peer) }
    if (peers.size >= maxPeers) peers.clear()
    peers.set(peer, judged)
    return judged
  }
  const callerBehind = (passed: string[]): string | undefined =>
    passed.findLast((address) => !isIn(proxies, plainAddress(address))) ?? passed[0]
  return (request) => {
    const peer = request.socket.remoteAddress ?? ''
    const { fromProxy, fromHere } = judge(peer)
    const isPlainAllowed = config.mode === 'development' && (fromProxy || fromHere)
    const host = (fromProxy ? firstOf(request.headers['x-forwarded-host']) : undefined) ?? request.headers.host
    if (!host) throw new Failure('invalid_request', 'The request names no host. Send the Host header.')
    const isSecure = config.tls !== null || (fromProxy && firstOf(request.headers['x-forwarded-proto']) === 'https')
    if (!isSecure && !isPlainAllowed) throw new Failure('https_required', 'Only HTTPS is accepted. Call the same address with https://.')
    const address = (fromProxy ? callerBehind(listIn(request.headers['x-forwarded-for'])) : undefined) ?? peer
    return { host: hostNameOf(host), origin: `${isSecure ? 'https' : 'http'}://${host}`, address }
  }
}
