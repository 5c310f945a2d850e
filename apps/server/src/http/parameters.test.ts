import { describe, expect, it } from 'vitest'
import { readParameters } from './parameters.ts'

const nullable = (schema: object) => ({ anyOf: [schema, { type: 'null' }] })
const schema = {
  type: 'object',
  properties: {
    first: { type: 'integer' },
    offset: nullable({ type: 'integer' }),
    live: nullable({ type: 'boolean' }),
    branchName: nullable({ type: 'string' }),
    source: nullable({ type: 'string', enum: ['dev'] }),
    ids: { anyOf: [{ type: 'integer' }, { type: 'array', items: { type: 'integer' } }] },
  },
}

describe('readParameters', () => {
  it.each([
    [{ first: '7' }, { first: 7 }],
    [{ first: '0' }, { first: 0 }],
    [{ first: '-1' }, { first: -1 }],
    [{ live: 'true' }, { live: true }],
    [
      { live: 'false', offset: '' },
      { live: false, offset: null },
    ],
    [
      { branchName: '', source: '' },
      { branchName: '', source: null },
    ],
    [{ ids: ['1', '2'] }, { ids: [1, 2] }],
    [{ other: '1' }, { other: '1' }],
  ])('reads %j as %j', (sent, read) => {
    expect(readParameters(schema, sent)).toEqual(read)
  })

  it.each(['1e2', ' 1', '1 ', '+1', '01', '0x10', '1.0', '1.5', '', 'many', '１'])('leaves "%s" text', (first) => {
    expect(readParameters(schema, { first })).toEqual({ first })
  })
})
