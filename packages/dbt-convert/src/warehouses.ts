/** What a sync can write cubes for. */
export const warehouses = ['snowflake', 'redshift', 'postgres', 'bigquery', 'databricks', 'athena', 'clickhouse'] as const

export type Warehouse = (typeof warehouses)[number]

/** How a warehouse reads names and texts. */
export type Dialect = {
  /** What names are quoted with. */
  quote: '"' | '`'
  /** How that sign is written inside of a name. Written the other way, the name ends there. */
  quoteInName: 'doubled' | 'after a backslash'
  /** Whether two single quotes are one inside of a text; elsewhere they end it and begin another, and three begin one of many lines. */
  hasDoubledQuotes: boolean
  /** Whether the engine's driver writes the values of a query into its SQL, in place of question marks wherever they stand. */
  fillsQuestionMarks: boolean
  /** What it makes of letters without quotes. */
  folding: 'lower' | 'upper' | 'none'
  hasDatabase: boolean
}

const standard = { quote: '"', quoteInName: 'doubled', hasDoubledQuotes: true, fillsQuestionMarks: false } as const

export const dialects: Record<Warehouse, Dialect> = {
  snowflake: { ...standard, folding: 'upper', hasDatabase: true },
  redshift: { ...standard, folding: 'lower', hasDatabase: true },
  postgres: { ...standard, folding: 'lower', hasDatabase: false },
  bigquery: {
    ...{ quote: '`', quoteInName: 'after a backslash', hasDoubledQuotes: false, fillsQuestionMarks: false },
    ...{ folding: 'none', hasDatabase: true },
  },
  databricks: {
    ...{ quote: '`', quoteInName: 'doubled', hasDoubledQuotes: false, fillsQuestionMarks: true },
    ...{ folding: 'none', hasDatabase: true },
  },
  athena: { ...standard, fillsQuestionMarks: true, folding: 'none', hasDatabase: false },
  clickhouse: {
    ...{ quote: '`', quoteInName: 'after a backslash', hasDoubledQuotes: true, fillsQuestionMarks: true },
    ...{ folding: 'none', hasDatabase: false },
  },
}
