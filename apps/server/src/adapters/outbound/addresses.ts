import { BlockList, isIP } from 'node:net'

export const blockListOf = (ranges: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const [family, width] = isIP(address) === 6 ? (['ipv6', 128] as const) : (['ipv4', 32] as const)
    list.addSubnet(address, Number(bits ?? width), family)
  }
  return list
}

export const isIn = (list: BlockList, address: string): boolean => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

// The special-purpose registries of IANA, and what clouds use as if it were theirs.
const closed = blockListOf([
  '0.0.0.0/8', // this host
  '10.0.0.0/8',
  '100.64.0.0/10', // behind a carrier's translation
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // relays of 6to4
  '192.168.0.0/16',
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '2001::/23', // protocol assignments, Teredo among them
  '2001:db8::/32',
  '2002::/16', // 6to4: the address inside may be anyone's
  '3fff::/20',
])
const unicast6 = blockListOf(['2000::/3'])

/** Where clouds hand out credentials to whoever asks; some of these are public by number. */
const metadata = new Set([
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '168.63.129.16',
  '100.100.100.200',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
])

const groupsOf = (address: string): number[] => {
  const [head = '', tail] = address.split('::')
  const numbers = (text: string): number[] => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)))
  if (tail === undefined) return numbers(head)
  const before = numbers(head)
  const after = numbers(tail)
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after]
}

/** What stands before an IPv4 address that is written as IPv6: mapped, compatible, translated by the well-known prefix. */
const wrappings = new Set(['0:0:0:0:0:65535', '0:0:0:0:0:0', '0:0:0:0:65535:0', '100:65435:0:0:0:0'])

/** The canonical form of an address: IPv4 written as IPv6 becomes IPv4. Null when it is not an address. */
export const canonicalAddress = (text: string): string | null => {
  if (text.includes('%') || isIP(text) === 0) return null
  if (isIP(text) === 4) return text
  const address = new URL(`https://[${text}]/`).hostname.slice(1, -1)
  const groups = groupsOf(address)
  const [high = 0, low = 0] = groups.slice(6)
  if (!wrappings.has(groups.slice(0, 6).join(':')) || (high === 0 && low <= 1)) return address
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

export const isMetadata = (address: string): boolean => metadata.has(address)

/** Of a canonical address: may anyone on the internet be meant by it? */
export const isPublic = (address: string): boolean =>
  !isMetadata(address) && !isIn(closed, address) && (isIP(address) === 4 || isIn(unicast6, address))
