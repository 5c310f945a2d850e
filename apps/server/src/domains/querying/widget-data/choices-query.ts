import { cubeOf } from '#domains/content/members'
import { Failure } from '#kernel/failure'
import type { FilterControl } from './controls.ts'
import { lockedProblem, type SetFilter } from './control-values.ts'
import { type QueryFilter, queryFilterOf } from './query-filter.ts'
import type { ReportQuery } from './report-query.ts'

export type ChoicesAsked = { search: string | null; first: number; timezone: string | null }

/** What of the other filters narrows the values of one: what is locked always, what the viewer chose where it is faceted. */
const narrows = ({ member, widgetId, isFaceted }: FilterControl, { control, values }: SetFilter): boolean =>
  values !== null &&
  control.widgetId !== widgetId &&
  cubeOf(control.member) === cubeOf(member) &&
  (isFaceted || control.visibility !== 'visible')

/** The query of distinct values; asks for one more than are shown, to know whether there are more. */
export const choicesQuery = (
  control: FilterControl,
  filters: readonly SetFilter[],
  times: ReadonlySet<string>,
  { search, first, timezone }: ChoicesAsked,
): ReportQuery => {
  const isTime = ({ member, valueType }: FilterControl): boolean => valueType === 'time' || (valueType === null && times.has(member))
  const others = filters.filter((other) => narrows(control, other))
  const broken = others.find(({ problem }) => problem !== undefined)
  if (broken) throw new Failure('control_value_invalid', lockedProblem(broken).message)
  const narrowing = others.map(({ control: other, operator, values }) => queryFilterOf(other.member, operator, values ?? [], isTime(other)))
  const searched: QueryFilter[] = search ? [{ member: control.member, operator: 'contains', values: [search] }] : []
  return {
    dimensions: [control.member],
    filters: [...narrowing, ...searched],
    order: [[control.member, 'asc']],
    limit: first + 1,
    ...(timezone === null ? {} : { timezone }),
  }
}
