import { describe, expect, it } from 'vitest'
import { type OperationShape, operations, unservedOperations } from '../src/index.ts'

type Addressed = Pick<OperationShape, 'method' | 'path'>

/** What a router tells apart: the names of parameters are nobody's business. */
const addressOf = ({ method, path }: Addressed): string => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`

describe('the operations that this version does not serve', () => {
  it('hold none that it does', () => {
    const served = new Set(Object.values(operations).map(addressOf))

    expect(unservedOperations.map(addressOf).filter((address) => served.has(address))).toEqual([])
  })

  it('are listed once each', () => {
    expect(new Set(unservedOperations.map(addressOf)).size).toBe(unservedOperations.length)
  })
})
