export type ModelFile = { path: string; content: string }

/** Columns of `trial.events` in the warehouse of the isolation trial. */
const columns = ['label', 'kind', 'tenant', 'level', 'happened_at', 'amount']

const typeOf = (column: string): string => ({ level: 'number', amount: 'number', happened_at: 'time' })[column] ?? 'string'

/** A cube of ordinary size, joined to the previous one. */
const cube = (number: number): string => `cubes:
  - name: cube_${number}
    sql_table: trial.events
    description: Number ${number}
    joins:${number % 10 === 0 ? ' []' : `\n      - { name: cube_${number - 1}, sql: "{CUBE}.id = {cube_${number - 1}.id}", relationship: many_to_one }`}
    dimensions:
      - { name: id, sql: "{CUBE}.id", type: number, primary_key: true }
${columns.map((column) => `      - { name: ${column}, sql: "{CUBE}.${column}", type: ${typeOf(column)} }`).join('\n')}
    measures:
      - { name: count, type: count }
      - { name: total, sql: "{CUBE}.amount", type: sum }
      - { name: average, sql: "{CUBE}.amount", type: avg }
    access_policy:
      - { group: "*", row_level: { allow_all: true } }
`

export const modelOf = (cubes: number): ModelFile[] =>
  Array.from({ length: cubes }, (_, number) => ({ path: `model/cubes/cube_${number}.yml`, content: cube(number) }))

export const firstQuery = { measures: ['cube_1.count', 'cube_1.total'], dimensions: ['cube_1.kind'], order: { 'cube_1.kind': 'asc' } }
