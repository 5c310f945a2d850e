import { describe, expect, it } from 'vitest'
import { isTooDeep } from '#kernel/json-depth'
import { isUnstorable } from './json-body.ts'

const unstorable = (json: string): boolean => isUnstorable(json, JSON.parse(json))

describe('a JSON body', () => {
  it('may nest a hundred levels and no more', () => {
    expect(isTooDeep('['.repeat(100) + ']'.repeat(100))).toBe(false)
    expect(isTooDeep('['.repeat(101) + ']'.repeat(101))).toBe(true)
    expect(isTooDeep('{"a":'.repeat(101))).toBe(true)
  })

  it('may hold brackets in its texts', () => {
    expect(isTooDeep(JSON.stringify({ text: '[{"\\'.repeat(500) }))).toBe(false)
  })

  it('is refused when a text holds NUL or half of a surrogate pair', () => {
    expect(unstorable('{"a":"\\u0000"}')).toBe(true)
    expect(unstorable('{"a":{"b":["x\\ud800"]}}')).toBe(true)
    expect(unstorable('{"\\uDC00":1}')).toBe(true)
  })

  it('may hold whole pairs, other escapes, and text that only looks like one', () => {
    expect(unstorable('{"a":"\\ud83d\\ude00 \\u00e9"}')).toBe(false)
    expect(unstorable('{"a":"\\\\u0000"}')).toBe(false)
  })
})
