import { describe, expect, it } from 'vitest'
import { dataOpenApiDocument, dataOperations, dataScopes } from '../src/index.ts'

const references = (node: unknown): string[] => {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) => (key === '$ref' ? [String(value)] : references(value)))
}

describe('the document of the data API', () => {
  it('has paths below the base path, with an id each', () => {
    const document = dataOpenApiDocument()

    expect(Object.keys(document.paths)).toEqual(['/v1/load', '/v1/meta', '/v1/sql', '/v1/dry-run', '/v1/cubesql'])
    expect(new Set(dataOperations.map(({ id }) => id)).size).toBe(dataOperations.length)
  })

  it('refers to nothing that it does not hold', () => {
    const document = dataOpenApiDocument()
    const held = new Set(Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`))

    expect(references(document).filter((reference) => !held.has(reference))).toEqual([])
  })

  it('asks for scopes that a token can have', () => {
    expect(dataOperations.filter(({ scope }) => !dataScopes.includes(scope))).toEqual([])
  })
})
