import { describe, expect, it } from 'vitest'
import { createStructureCheck, structureProblem } from './json-structure.ts'

const limits = { containers: 4, depth: 3, items: 5 }

describe('the structure limit of a JSON text', () => {
  it.each([
    ['no structure', '7', undefined],
    ['as many containers as allowed', '[[],[],{}]', undefined],
    ['one container too many', '[[],[],[],[]]', 'more than 4 lists and objects'],
    ['as many levels as allowed', '[{"a":[]}]', undefined],
    ['one level too many', '[{"a":[[]]}]', 'more than 3 levels'],
    ['levels that were closed', '[[[]],[]]', undefined],
    ['as many items as allowed', '[1,2,3,4,5]', undefined],
    ['one item too many', '[1,2,3,4,5,6]', 'more than 5 items'],
    ['brackets and commas in a string', '["[[[[[[{{{{,,,,,,,,"]', undefined],
    ['a string that ends with an escaped backslash', String.raw`["\\",[[[]]]]`, 'more than 3 levels'],
    ['a string with an escaped quote', String.raw`["\"[[[[[",1]`, undefined],
  ])('judges %s', (_, text, problem) => {
    expect(structureProblem(text, limits)).toBe(problem)
  })

  it('keeps its state between chunks, also within an escape', () => {
    const text = Buffer.from(String.raw`["é\"[[[[[",[[[]]]]`)
    for (let cut = 0; cut <= text.length; cut++) {
      const check = createStructureCheck(limits)
      const first = check.add(text.subarray(0, cut))
      expect(first ?? check.add(text.subarray(cut)), `cut at ${cut}`).toBe('more than 3 levels')
    }
  })
})
