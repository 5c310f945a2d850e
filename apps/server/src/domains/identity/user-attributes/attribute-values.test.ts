import type { AttributeType, AttributeValue } from '@facet/contract'
import { describe, expect, it } from 'vitest'
import { fitsType, formatValue, parseDefault } from './attribute-values.ts'

describe('parseDefault', () => {
  it.each<[AttributeType, string, AttributeValue]>([
    ['string', ' eu ', ' eu '],
    ['string', '[1]', '[1]'],
    ['number', ' 42 ', 42],
    ['number', '-1.5e3', -1500],
    ['number', '.5', 0.5],
    ['boolean', 'true', true],
    ['boolean', ' false ', false],
    ['string_array', '["a, b", "c"]', ['a, b', 'c']],
    ['string_array', 'a , b', ['a', 'b']],
    ['string_array', 'a', ['a']],
    ['string_array', '[]', []],
    ['string_array', ' ', []],
    ['number_array', '[1, 2.5]', [1, 2.5]],
    ['number_array', '1, 2.5', [1, 2.5]],
  ])('reads of %s the text %j as %j', (type, text, value) => {
    expect(parseDefault(type, text)).toEqual(value)
  })

  it.each<[AttributeType, string]>([
    ['number', ''],
    ['number', 'many'],
    ['number', '0x10'],
    ['number', '1e999'],
    ['number', 'Infinity'],
    ['boolean', 'yes'],
    ['boolean', '1'],
    ['string_array', '[a, b]'],
    ['string_array', '[1]'],
    ['string_array', ','.repeat(1000)],
    ['number_array', '1, two'],
    ['number_array', '1,,2'],
    ['number_array', '[1, null]'],
    ['number_array', '[1e999]'],
  ])('finds no %s in the text %j', (type, text) => {
    expect(parseDefault(type, text)).toBeUndefined()
  })
})

describe('fitsType', () => {
  const samples: Record<AttributeType, AttributeValue> = {
    string: 'a',
    number: 1,
    boolean: false,
    string_array: ['a'],
    number_array: [1],
  }
  const types = Object.keys(samples) as AttributeType[]

  it.each(types)('takes for %s a value of that type and of no other', (type) => {
    expect(types.filter((other) => fitsType(type, samples[other]))).toEqual([type])
  })

  it('takes an empty list for a list of either kind', () => {
    expect([fitsType('string_array', []), fitsType('number_array', [])]).toEqual([true, true])
  })
})

it.each<[AttributeType, AttributeValue, string]>([
  ['string', 'a, b', 'a, b'],
  ['number', 1.5, '1.5'],
  ['boolean', false, 'false'],
  ['string_array', ['a', 'b'], 'a, b'],
  ['number_array', [1, 2], '1, 2'],
  ['number_array', [], ''],
])('formatValue formats the %s value %j as %j', (type, value, text) => {
  expect(formatValue(type, value)).toBe(text)
})
