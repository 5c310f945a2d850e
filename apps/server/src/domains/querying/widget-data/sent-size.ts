import type { FilterOperator } from '@facet/contract'
import { querySizeProblem } from '@facet/dashboard-spec/query'
import { Failure } from '#kernel/failure'
import { queryFilterOf } from './query-filter.ts'
import type { Value } from './values.ts'

export type SentSize = { member: string; operator: FilterOperator; values: readonly Value[] | null; isTime: boolean }

/** Refuses filters that are together larger than an engine plans in a query, whichever chart they narrow. */
export const requireSize = (sent: readonly SentSize[]): void => {
  const filters = sent.flatMap(({ member, operator, values, isTime }) =>
    values === null ? [] : [queryFilterOf(member, operator, values, isTime)],
  )
  const problem = querySizeProblem({ filters })
  if (problem !== undefined)
    throw new Failure('control_value_invalid', `The filters that were sent are too large for a query: ${problem}. Send fewer.`)
}
