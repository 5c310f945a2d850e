import type { DimensionType } from './column-types.ts'

/** From the name alone, where neither the project nor the catalog says a type. The first that fits decides. */
const guesses: [RegExp, DimensionType][] = [
  [/(^|_)(uuid|guid|hash|token|code|key|sk)$/, 'string'],
  [/^(is|has|was|can|should)_|_flag$/, 'boolean'],
  [/(_at|_ts|_date|_datetime|_time|_timestamp|_on)$|^(date|datetime|timestamp|created|updated|deleted)$|^date_/, 'time'],
  [/^id$|_id$/, 'number'],
  [
    /^(num|n|count|total|sum|avg)_|_(count|total|sum|avg|amount|price|cost|value|quantity|qty|rate|ratio|pct|percent|score|cents)$/,
    'number',
  ],
  [/^(amount|price|cost|total|value|quantity|qty|count|rate|score|age)$/, 'number'],
]

export const typeFromName = (name: string): DimensionType => guesses.find(([form]) => form.test(name.toLowerCase()))?.[1] ?? 'string'
