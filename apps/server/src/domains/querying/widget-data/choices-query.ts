import { queryProblem } from '@facet/dashboard-spec/query'
import { cubeOf } from '#domains/content/members'
import { Failure } from '#kernel/failure'
import { appliedTo, brokenFor, isLocked } from './applied-filters.ts'
import type { FilterControl } from './controls.ts'
import { lockedProblem, type SetControls, type SetFilter } from './control-values.ts'
import type { QueryFilter } from './query-filter.ts'
import type { ReportQuery } from './report-query.ts'

export type ChoicesAsked = { search: string | null; first: number; timezone: string | null }

/** What of the other filters narrows the values of one: what is locked always, what the viewer chose where it is faceted. */
const narrows = ({ widgetId, isFaceted }: FilterControl, filter: SetFilter): boolean =>
  filter.control.widgetId !== widgetId && (isFaceted || isLocked(filter))

/** The query of distinct values; asks for one more than are shown, to know whether there are more. */
export const choicesQuery = (
  control: FilterControl,
  { filters, nameless }: Pick<SetControls, 'filters' | 'nameless'>,
  times: ReadonlySet<string>,
  { search, first, timezone }: ChoicesAsked,
): ReportQuery => {
  const asker = { cubes: new Set([cubeOf(control.member)]), controls: control.controls }
  const others = filters.filter((other) => narrows(control, other))
  const broken = brokenFor(asker, { filters: others, nameless })
  if (broken) throw new Failure('control_value_invalid', lockedProblem(broken).message)
  const narrowing = appliedTo(asker, others, times, new Map()).map(({ filter }) => filter)
  const searched: QueryFilter[] = search ? [{ member: control.member, operator: 'contains', values: [search] }] : []
  const query = {
    dimensions: [control.member],
    filters: [...narrowing, ...searched],
    order: [[control.member, 'asc']],
    limit: first + 1,
    ...(timezone === null ? {} : { timezone }),
  }
  const problem = queryProblem(query)
  if (problem !== undefined)
    throw new Failure(
      'control_value_invalid',
      `The other filters make the query of the choices too large: ${problem}. Select fewer values.`,
    )
  return query
}
