import { isIPv4, isIPv6 } from 'node:net'

const mappedPrefix = '0:0:0:0:0:ffff'

/** An address as a proxy may write it, without brackets, port and zone. */
export const plainAddress = (text: string): string => {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text)
  const withPort = /^([\d.]+):\d+$/.exec(text)
  return (bracketed?.[1] ?? withPort?.[1] ?? text).replace(/%.*$/, '')
}

const groupsOf = (address: string): string[] => {
  // The URL standard writes every spelling of an address in one form, IPv4 at its end in hexadecimal.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [before, after] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':'))) as [string[], string[]]
  return tail === undefined ? before : [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after]
}

const dotted = (groups: string[]): string =>
  groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [Math.floor(group / 256), group % 256])
    .join('.')

/**
 * Whom an address stands for when it is counted: itself for IPv4, its /64 for IPv6, of which every line has a whole one to
 * choose from. What is no address at all stands for itself.
 */
export const networkOf = (text: string): string => {
  const address = plainAddress(text)
  if (isIPv4(address) || !isIPv6(address)) return address.slice(0, 100)
  const groups = groupsOf(address)
  return groups.slice(0, 6).join(':') === mappedPrefix ? dotted(groups.slice(6)) : `${groups.slice(0, 4).join(':')}::/64`
}
