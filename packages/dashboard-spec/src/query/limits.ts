/** The limits of one request to an engine. An engine plans a request in one step, and answers nobody else meanwhile. */
export const queryLimits = {
  /** Queries in a list. */
  queries: 50,
  /** Members, filters, ranges and orders, of all queries of a request together. Each takes milliseconds, members more than in proportion. */
  parts: 250,
  /** Values of filters. */
  values: 10_000,
  /** Values of filters that search in texts. A warehouse tests each on every row. */
  patterns: 250,
  /** Times in words, and ranges to compare with. The engine tries every date format on each. */
  times: 50,
  /** The length of a time or a range: `from 2024-01-01 00:00:00.000 to 2024-12-31 23:59:59.999`, and as much again. */
  timeCharacters: 100,
} as const

/** Whether an operator searches in texts, by its name in the data API or in a dashboard: `notContains`, `starts_with`. */
export const isPatternOperator = (operator: string): boolean => /contains|starts|ends/i.test(operator)
