import { BlockList, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Config } from '#config'
import { Failure } from '#failure'

export type Transport = { host: string; origin: string }

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

/** A host name as stored: lowercase, without port and final dot. */
export const hostNameOf = (host: string): string => host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')

/**
 * Says how the request came: over TLS here, over TLS to a trusted proxy, or, in development only, plain from this machine.
 * A forwarded host counts only from a trusted proxy; anyone else could choose a tenant with it.
 */
export const createTransport = (config: Config): ((request: FastifyRequest) => Transport) => {
  const proxies = rangesOf(config.trustedProxies)
  const isProxy = (address: string): boolean => {
    const plain = address.startsWith(mapped) ? address.slice(mapped.length) : address
    return proxies.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
  }
  const isPlainAllowed = config.mode === 'development'
  return (request) => {
    const fromProxy = config.trustedProxies.length > 0 && isProxy(request.socket.remoteAddress ?? '')
    const host = (fromProxy ? firstOf(request.headers['x-forwarded-host']) : undefined) ?? request.headers.host ?? ''
    const isSecure = config.tls !== null || (fromProxy && firstOf(request.headers['x-forwarded-proto']) === 'https')
    if (!isSecure && !isPlainAllowed) throw new Failure('https_required', 'Only HTTPS is accepted. Call the same address with https://.')
    return { host: hostNameOf(host), origin: `${isSecure ? 'https' : 'http'}://${host}` }
  }
}
