import { bad, type Finding, good, note } from './finding.ts'

/** The frames around this one, from the nearest to the outermost, as far as the browser tells. */
export type Around = { isFramed: boolean; origins: string[]; isWhole: boolean }

type AncestorOrigins = { ancestorOrigins?: ArrayLike<string> }

const originOf = (address: string): string | null => URL.parse(address)?.origin ?? null

export const lookAround = (): Around => {
  const isFramed = window.parent !== window
  const { ancestorOrigins } = location as AncestorOrigins
  if (ancestorOrigins) return { isFramed, origins: Array.from(ancestorOrigins), isWhole: true }
  const referrer = originOf(document.referrer)
  return { isFramed, origins: isFramed && referrer !== null ? [referrer] : [], isWhole: false }
}

/** The origins that a policy lets frame the page. */
export const framersIn = (policy: string): string[] => {
  const directive = policy.split(';').find((text) => text.trim().startsWith('frame-ancestors ')) ?? ''
  return directive
    .trim()
    .split(/\s+/)
    .slice(1)
    .filter((origin) => origin !== "'none'")
}

const listOf = (origins: readonly string[]): string => (origins.length === 0 ? 'none' : origins.join(', '))

/** `policy` is the one that this document would be answered with now; null where it is not known. */
export const judgeFraming = ({ isFramed, origins, isWhole }: Around, policy: string | null): Finding[] => {
  const framing = isFramed
    ? good(
        'Framing',
        `Shown in a frame, so the browser found every page around it allowed. Around it: ${listOf(origins)}${isWhole ? '' : ' (this browser tells the nearest at most)'}.`,
      )
    : note('Framing', 'Not in a frame. Open this page in an iframe of your application to test that.')
  if (policy === null) return [framing]
  const allowed = framersIn(policy)
  const foreign = origins.filter((origin) => !allowed.includes(origin))
  if (allowed.length === 0)
    return [
      framing,
      bad('Origins', 'embedOrigins of the tenant is empty: no page can frame a dashboard. An administrator adds the origin of your page.'),
    ]
  if (foreign.length > 0)
    return [
      framing,
      bad('Origins', `embedOrigins does not name ${listOf(foreign)} any more: the next load is refused. It names ${listOf(allowed)}.`),
    ]
  return [framing, good('Origins', `embedOrigins names ${listOf(allowed)}.`)]
}
