import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { allowedNames } from './allowed-names.ts'
import { isObject } from './read-chart.ts'
import { refusedNames } from './refused-names.ts'

const schema: unknown = createRequire(import.meta.url)('vega-lite/vega-lite-schema.json')

const namesIn = (value: unknown, names: Set<string>): Set<string> => {
  if (Array.isArray(value)) for (const entry of value) namesIn(entry, names)
  if (!isObject(value)) return names
  if (isObject(value['properties'])) for (const name of Object.keys(value['properties'])) names.add(name)
  for (const entry of Object.values(value)) namesIn(entry, names)
  return names
}

describe('names of Vega-Lite', () => {
  it('are all decided: each name of the schema is allowed or refused, and none of them both', () => {
    const known = [...namesIn(schema, new Set())].toSorted()

    expect([...allowedNames, ...refusedNames.keys()].toSorted()).toEqual(known)
  })
})
