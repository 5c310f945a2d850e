import { drawsFrom } from './draws.ts'

const draws = drawsFrom(31)
const dayMs = 86_400_000
const firstMs = Date.UTC(2024, 10, 20)

const quoted = (value: string | null): string => (value === null ? 'null' : `'${value}'`)

const rows = Array.from({ length: 600 }, (_, id) => {
  const at = new Date(firstMs + draws.below(140) * dayMs + draws.below(dayMs / 1000) * 1000).toISOString()
  const status = draws.oneOf(['open', 'paid', 'returned', null])
  return `(${id}, '${at}', ${quoted(status)}, '${draws.oneOf(['eu', 'us'])}', ${(draws.below(20_000) - 2000) / 100})`
})

export const oracleTables = [
  'create table purchases (id int primary key, created_at timestamptz, status text, region text, amount numeric(10, 2))',
  `insert into purchases values ${rows.join(', ')}`,
]

export const oracleModel = `cubes:
  - name: purchases
    sql_table: purchases
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: created_at, sql: created_at, type: time }
      - { name: status, sql: status, type: string }
      - { name: region, sql: region, type: string }
    measures:
      - { name: count, type: count }
      - { name: total, sql: amount, type: sum }
      - { name: average, sql: amount, type: avg }
      - { name: biggest, sql: amount, type: max }
    access_policy:
      - group: "*"
        member_level:
          includes: "*"
`
