export type ModelFile = { path: string; content: string }

/** Of the warehouse of the trial of isolation, which every cube reads. */
const columns = ['label', 'kind', 'tenant', 'level', 'happened_at', 'amount']

const typeOf = (column: string): string => ({ level: 'number', amount: 'number', happened_at: 'time' })[column] ?? 'string'

/** A cube of the size people write, joined to the one before it. */
const cube = (number: number, mark: string): string => `cubes:
  - name: cube_${number}
    sql_table: trial.events
    description: Number ${number}, ${mark}
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

export const cubeFile = (number: number, mark: string): ModelFile => ({
  path: `model/cubes/cube_${number}.yml`,
  content: cube(number, mark),
})

export const modelOf = (cubes: number): ModelFile[] => Array.from({ length: cubes }, (_, number) => cubeFile(number, 'as it was'))

/** Configuration that keeps whoever loads it waiting, for longer than the bare engine takes to do all. */
export const waitingFile = (bareMs: number): ModelFile => ({
  path: 'cube.js',
  content: `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${Math.ceil(bareMs * 1.5)})\nmodule.exports = {}\n`,
})

/** What is asked first of an engine that was just started. */
export const firstQuery = { measures: ['cube_1.count', 'cube_1.total'], dimensions: ['cube_1.kind'], order: { 'cube_1.kind': 'asc' } }
