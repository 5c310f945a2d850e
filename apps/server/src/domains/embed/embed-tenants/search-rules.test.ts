import { expect, it } from 'vitest'
import { containing } from './search-rules.ts'

it('takes wildcards and escapes of a searched text as themselves', () => {
  expect(containing(String.raw`50%_of\all`)).toBe(String.raw`%50\%\_of\\all%`)
})
