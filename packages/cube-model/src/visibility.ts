import type { ModelVisibility } from '@facet/contract'
import { type Channel, type Gain, listGains, listTerms, whoOf } from './access.ts'
import { type Entity, isMember, type Part } from './model.ts'

export type MemberPair = { before: Part; after: Part }

type ViewerChange = { gains: Set<string>; loses: Set<string>; isMore: boolean; isFewer: boolean }
export type VisibilityChange = { byWho: Map<string, ViewerChange>; isWider: boolean; isNarrower: boolean; isAssumed: boolean }

const noChange = (): VisibilityChange => ({ byWho: new Map(), isWider: false, isNarrower: false, isAssumed: true })

const viewerOf = (visibility: VisibilityChange, who: string): ViewerChange => {
  const viewer = visibility.byWho.get(who) ?? { gains: new Set(), loses: new Set(), isMore: false, isFewer: false }
  visibility.byWho.set(who, viewer)
  return viewer
}

const note = (visibility: VisibilityChange, gains: Gain[], which: 'gains' | 'loses', names: { member: string; rows: string }): void => {
  for (const gain of gains) {
    const viewer = viewerOf(visibility, gain.who)
    viewer[which].add(gain.isRows ? names.rows : names.member)
    if (gain.isRows && which === 'gains') viewer.isMore = true
    if (gain.isRows && which === 'loses') viewer.isFewer = true
    if (which === 'gains') {
      visibility.isWider = true
      visibility.isAssumed &&= gain.isAssumed
    } else visibility.isNarrower = true
  }
}

const compare = (
  visibility: VisibilityChange,
  before: [Entity, string],
  after: [Entity, string],
  channel: Channel,
  names: [string, string, string],
): void => {
  const was = listTerms(...before, channel)
  const is = listTerms(...after, channel)
  const [gained, lost, rows] = names
  note(visibility, listGains(was, is), 'gains', { member: gained, rows })
  note(visibility, listGains(is, was), 'loses', { member: lost, rows })
}

/** Who sees more or less of members that both versions have, by their policies alone. */
export const comparePolicies = (before: Entity, after: Entity, pairs: MemberPair[]): VisibilityChange => {
  const visibility = noChange()
  for (const pair of pairs) {
    const was: [Entity, string] = [before, pair.before.name]
    const is: [Entity, string] = [after, pair.after.name]
    const [old, now] = [`${before.name}.${pair.before.name}`, `${after.name}.${pair.after.name}`]
    compare(visibility, was, is, 'full', [now, old, `${after.name} (rows)`])
    const masked = [...before.policies, ...after.policies].some((policy) => policy.masked !== null)
    if (masked) compare(visibility, was, is, 'any', [`${now} (masked)`, `${old} (masked)`, `${after.name} (rows)`])
  }
  for (const { gains, loses } of visibility.byWho.values()) dropMaskedTwins(gains, loses)
  if (after.kind === 'cube') {
    const name = `${after.name} (rows through views)`
    compare(visibility, [before, ''], [after, ''], 'through', [name, name, name])
  }
  return visibility
}

const dropMaskedTwins = (...sets: Set<string>[]): void => {
  for (const names of sets) for (const name of names) names.delete(`${name} (masked)`)
}

/** Who sees these members of one version: those who gain when they appear and lose when they go. */
export const listViewers = (entity: Entity, members: Part[]): Map<string, string[]> => {
  const viewers = new Map<string, string[]>()
  if (entity.isPublic === false) return viewers
  for (const member of members.filter((part) => isMember(part) && part.isPublic !== false)) {
    const whos = new Set(listTerms(entity, member.name, 'any').map(whoOf))
    for (const who of whos) {
      const names = viewers.get(who) ?? []
      names.push(`${entity.name}.${member.name}`)
      viewers.set(who, names)
    }
  }
  return viewers
}

const byName = (one: { who: string }, other: { who: string }): number => (one.who < other.who ? -1 : Number(one.who > other.who))

// An answer that lists a hundred thousand names is read by nobody; what is left out is counted.
const maxNames = 500
const short = (names: Iterable<string>): string[] => {
  const sorted = [...names].toSorted()
  return sorted.length > maxNames ? [...sorted.slice(0, maxNames), `and ${sorted.length - maxNames} more`] : sorted
}

export const gainsOf = (viewers: Map<string, string[]>): ModelVisibility[] =>
  [...viewers].map(([who, gains]) => ({ who, gains: short(gains), loses: [] })).toSorted(byName)

export const lossesOf = (viewers: Map<string, string[]>): ModelVisibility[] =>
  [...viewers].map(([who, loses]) => ({ who, gains: [], loses: short(loses) })).toSorted(byName)

const rowsOf = ({ isMore, isFewer }: ViewerChange): Pick<ModelVisibility, 'rows'> => {
  if (isMore && isFewer) return { rows: 'changed' }
  if (isMore) return { rows: 'more' }
  return isFewer ? { rows: 'fewer' } : {}
}

export const visibilityOf = ({ byWho }: VisibilityChange): ModelVisibility[] =>
  [...byWho].map(([who, viewer]) => ({ who, gains: short(viewer.gains), loses: short(viewer.loses), ...rowsOf(viewer) })).toSorted(byName)

const mergedRows = (one: ModelVisibility['rows'], other: ModelVisibility['rows']): Pick<ModelVisibility, 'rows'> => {
  const rows = one === undefined || one === other ? other : (other && 'changed') || one
  return rows === undefined ? {} : { rows }
}

/** The sum over all changes: one entry per who. */
export const mergeVisibility = (lists: Iterable<ModelVisibility[]>): ModelVisibility[] => {
  const merged = new Map<string, ModelVisibility & { more: Set<string>; less: Set<string> }>()
  for (const each of [...lists].flat()) {
    const known = merged.get(each.who) ?? { who: each.who, gains: [], loses: [], more: new Set(), less: new Set() }
    for (const name of each.gains) known.more.add(name)
    for (const name of each.loses) known.less.add(name)
    merged.set(each.who, { ...known, ...mergedRows(known.rows, each.rows) })
  }
  return [...merged.values()].map(({ more, less, ...rest }) => ({ ...rest, gains: short(more), loses: short(less) })).toSorted(byName)
}
