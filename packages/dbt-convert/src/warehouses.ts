/** What a sync can write cubes for. */
export const warehouses = ['snowflake', 'redshift', 'postgres', 'bigquery', 'databricks', 'athena', 'clickhouse'] as const

export type Warehouse = (typeof warehouses)[number]

/** How a warehouse reads names: what it quotes with, and what it makes of letters without quotes. */
export type Dialect = { quote: '"' | '`'; folding: 'lower' | 'upper' | 'none'; hasDatabase: boolean }

export const dialects: Record<Warehouse, Dialect> = {
  snowflake: { quote: '"', folding: 'upper', hasDatabase: true },
  redshift: { quote: '"', folding: 'lower', hasDatabase: true },
  postgres: { quote: '"', folding: 'lower', hasDatabase: false },
  bigquery: { quote: '`', folding: 'none', hasDatabase: true },
  databricks: { quote: '`', folding: 'none', hasDatabase: true },
  athena: { quote: '"', folding: 'none', hasDatabase: false },
  clickhouse: { quote: '`', folding: 'none', hasDatabase: false },
}
