import type { Entity, MemberList, Policy, RowTest } from './model.ts'
import { testImplies } from './row-filters.ts'

/**
 * How a member is reached: `full` with its values, `any` with its values or masked, `through` by a view that includes it,
 * where the engine applies the row filters of the cube's policies but not their lists of members.
 */
export type Channel = 'full' | 'any' | 'through'

/** One way to see a member: a caller in this group, for whom all conditions hold, on the rows that pass all tests. */
export type Term = { group: string; conditions: string[]; rows: RowTest[] }

const has = ({ includes, excludes }: MemberList, member: string): boolean =>
  (includes === '*' || includes.has(member)) && excludes !== '*' && !excludes.has(member)

const isGranted = (policy: Policy, member: string, channel: Channel): boolean => {
  if (channel === 'through' || policy.full === null || has(policy.full, member)) return true
  return channel === 'any' && policy.masked !== null && has(policy.masked, member)
}

/** Every way to see a member. Policies are alternatives, so this is their union; without a policy everyone sees it. */
export const listTerms = (entity: Entity, member: string, channel: Channel): Term[] => {
  if (entity.policies.length === 0) return [{ group: '*', conditions: [], rows: [] }]
  return entity.policies
    .filter((policy) => isGranted(policy, member, channel))
    .flatMap(({ groups, conditions, rows }) => groups.flatMap((group) => rows.map((tests) => ({ group, conditions, rows: tests }))))
}

const isFor = (term: Term, group: string): boolean => term.group === '*' || term.group === group

/** Whether all that the one term shows is shown by the other too. */
const isWithin = (one: Term, other: Term): boolean =>
  isFor(other, one.group) &&
  other.conditions.every((condition) => one.conditions.includes(condition)) &&
  other.rows.every((needed) => one.rows.some((test) => testImplies(test, needed)))

export const whoOf = ({ group, conditions }: Term): string => {
  const who = group === '*' ? 'everyone' : `group:${group}`
  return conditions.length === 0 ? who : `${who} when ${conditions.join(' and ')}`
}

/** A way to see a member that was not there: `isRows` if they saw some of it before, `isAssumed` if it may be no more than that. */
export type Gain = { who: string; isRows: boolean; isAssumed: boolean }

/**
 * What `after` shows that `before` is not known to show. A caller in one group is the smallest who profits from a term,
 * so a term that gives nothing new to that caller gives nothing new to anyone.
 */
export const listGains = (before: Term[], after: Term[]): Gain[] =>
  after
    .filter((term) => !before.some((known) => isWithin(term, known)))
    .map((term) => {
      const earlier = before.filter((known) => isFor(known, term.group))
      return {
        who: whoOf(term),
        isRows: earlier.length > 0,
        isAssumed: earlier.length > 0 && !earlier.some((known) => isWithin({ ...known, group: term.group }, term)),
      }
    })
