import type { Ask } from './ask.ts'
import { bad, type Finding, good, note } from './finding.ts'

const maxDifferenceSeconds = 30

/** By how much the clock of this machine is ahead; the header has whole seconds, and the answer was some time under way. */
export const clockDifference = (date: string | null, sentMs: number, receivedMs: number): number | null => {
  const serverMs = date === null ? Number.NaN : Date.parse(date)
  return Number.isNaN(serverMs) ? null : Math.round(((sentMs + receivedMs) / 2 - serverMs - 500) / 1000)
}

export const judgeClock = (seconds: number | null): Finding => {
  if (seconds === null) return note('Clock', 'The service did not say its time.')
  if (Math.abs(seconds) <= maxDifferenceSeconds) return good('Clock', `Within ${Math.max(1, Math.abs(seconds))} s of that of the service.`)
  return note(
    'Clock',
    `This machine is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} the service. Sessions end by the clock of the service; times that say "today" are by this one.`,
  )
}

const judgeProtocol = (): Finding[] => {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const protocol = navigation?.nextHopProtocol ?? ''
  if (!protocol.startsWith('http/1')) return []
  return [
    note(
      'Connection',
      `${protocol}: browsers make six connections to a host, and each open frame keeps one. A proxy that speaks HTTP/2 takes this limit away.`,
    ),
  ]
}

/** Asks for this document once more: its headers say who may frame it now, and what time it is there. */
export const askService = async ({ json }: Ask): Promise<{ findings: Finding[]; policy: string | null }> => {
  const sentMs = Date.now()
  const { status, headers } = await json('this document', location.pathname, { method: 'HEAD', cache: 'no-store' })
  const findings =
    status === 200
      ? [good('Service', 'It answers this page.'), judgeClock(clockDifference(headers.get('date'), sentMs, Date.now()))]
      : [
          bad(
            'Service',
            status === 0
              ? 'It did not answer: a proxy, an extension or a policy of the browser keeps the page from asking.'
              : `It answered ${status}.`,
          ),
        ]
  return { findings: [...findings, ...judgeProtocol()], policy: headers.get('content-security-policy') }
}
