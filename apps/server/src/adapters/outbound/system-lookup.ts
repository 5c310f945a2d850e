import { lookup, Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { createBulkhead } from '#limits'

/** Every address of a name, at the moment it is asked. */
export type Lookup = (host: string) => Promise<string[]>

/** What is asked, and of whom; other than the system's own in tests. */
export type LookupParts = {
  resolver: Pick<Resolver, 'resolve4' | 'resolve6'>
  system: Lookup
  hostsFile: string
}

/**
 * The system's own look-up takes a thread until it has an answer, of a few that the whole process has: where the name servers of somebody's
 * zone are silent, everybody would wait behind them.
 */
const threads = {
  what: 'look-ups of names by the system',
  holder: 'name',
  capacity: 1,
  maxPerKey: 1,
  maxWaiting: 100,
  maxWaitingPerKey: 1,
  maxWaitMs: 10_000,
}

/** Name servers that know of no such name, or none that could be asked: a file or the search list of this machine may know it. */
const isUnknownThere = (error: unknown): boolean =>
  ['ENOTFOUND', 'ENODATA', 'ECONNREFUSED'].includes((error as NodeJS.ErrnoException).code ?? '')

const systemParts = (): LookupParts => ({
  resolver: new Resolver({ timeout: 1500, tries: 2 }),
  system: async (host) => (await lookup(host, { all: true, order: 'verbatim' })).map(({ address }) => address),
  hostsFile: '/etc/hosts',
})

const isListed = async (file: string, host: string): Promise<boolean> => {
  const text = await readFile(file, 'utf8').catch(() => '')
  const words = text.split('\n').flatMap((line) => (line.split('#')[0] ?? '').toLowerCase().split(/\s+/).slice(1))
  return words.includes(host.toLowerCase())
}

/**
 * Every address of a name. Name servers are asked without a thread, and the system only for what they promptly say they do not know; who asks
 * for the same name meanwhile shares the answer.
 */
export const createSystemLookup = ({ resolver, system, hostsFile }: LookupParts = systemParts()): Lookup => {
  const places = createBulkhead<string>(threads)
  const underWay = new Map<string, Promise<string[]>>()

  const ask = async (host: string): Promise<string[]> => {
    if (await isListed(hostsFile, host)) return system(host)
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (found.length > 0) return found
    for (const answer of answers) if (answer.status === 'rejected' && !isUnknownThere(answer.reason)) throw answer.reason
    return places.run(host, () => system(host))
  }

  return (host) => {
    const asked = underWay.get(host)
    if (asked) return asked
    const answer = ask(host).finally(() => underWay.delete(host))
    underWay.set(host, answer)
    return answer
  }
}
