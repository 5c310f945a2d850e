import { describe, expect, it } from 'vitest'
import { givenConversion } from '#test'
import { createProblemReader, textOfProblems } from './model-problems.ts'

const conversion = givenConversion([{ name: 'orders', columns: { id: {}, 'Total amount': { data_type: 'integer' } } }, 'people'])
const read = createProblemReader({ ...conversion, root: 'cube' })
const file = 'cube/model/cubes/dbt/dbt_orders.yml'
const lineOf = (text: string): number => (conversion.files[0]?.content.split('\n').findIndex((line) => line.includes(text)) ?? 0) + 1
const model = { modelId: 'model.shop.orders', file: 'models/marts/orders.sql', cube: 'dbt_orders' }

describe('what the compiler says', () => {
  it.each([
    ['the line of a column', lineOf('name: Total_amount'), 'Total amount'],
    ['a line below it', lineOf('name: Total_amount') + 2, 'Total amount'],
    ['the cube itself', 3, null],
    ['a measure', lineOf('name: total_Total_amount'), null],
    ['no line', null, null],
    ['a line that is not there', 100_000, null],
  ])('of %s is brought back to the dbt model and the column', (_, line, column) => {
    expect(read({ file, line, message: 'wrong' })).toEqual({ file, line, message: 'wrong', model: { ...model, column } })
  })

  it('of no file is told by the cube that it names, and of a file of a person as it is', () => {
    expect(read({ file: null, line: null, message: "primary key for 'dbt_orders' is required" })).toMatchObject({ file, model })
    expect(read({ file: null, line: null, message: 'constructor, toString: no such thing' })).toMatchObject({ file: null, model: null })
    expect(read({ file: 'cube/model/own.yml', line: 3, message: 'dbt_orders is wrong' })).toMatchObject({ model: null })
  })

  it('is shown by the first problems and the number of the others', () => {
    const problems = Array.from({ length: 12 }, (_, n) => read({ file, line: 3, message: `wrong ${n}` }))

    const lines = textOfProblems([
      ...problems.slice(0, 1),
      read({ file: null, line: null, message: 'all wrong' }),
      ...problems.slice(1),
    ]).split('\n')

    expect(lines[0]).toBe(`${file}:3 (dbt model model.shop.orders in models/marts/orders.sql): wrong 0`)
    expect(lines[1]).toBe('all wrong')
    expect(lines).toHaveLength(11)
    expect(lines.at(-1)).toBe('… and 3 more.')
  })
})
