import type { FilterOperator } from '@facet/contract'
import { Failure } from '#kernel/failure'
import { type FilterSize, queryFilterOf, sizeOfFilter, sumOfSizes } from './query-filter.ts'
import type { Value } from './values.ts'

/** What an engine takes in one query, and a chart may read all that is filtered by. */
const limits: readonly { of: keyof FilterSize; most: number; word: string }[] = [
  { of: 'parts', most: 250, word: 'filters and days' },
  { of: 'values', most: 10_000, word: 'values' },
  { of: 'patterns', most: 250, word: 'texts to look for' },
]

export type SentSize = { member: string; operator: FilterOperator; values: readonly Value[] | null; isTime: boolean }

/** Refuses filters that are more together than an engine takes. Where it refused them, charts would fail without a word of why. */
export const requireSize = (sent: readonly SentSize[]): void => {
  const size = sumOfSizes(
    sent.flatMap(({ member, operator, values, isTime }) =>
      values === null ? [] : [sizeOfFilter(queryFilterOf(member, operator, values, isTime))],
    ),
  )
  for (const { of, most, word } of limits) {
    if (size[of] > most)
      throw new Failure(
        'control_value_invalid',
        `The filters that were sent have ${size[of]} ${word}, and ${most} at most are taken in all of them together. Send fewer.`,
      )
  }
}
