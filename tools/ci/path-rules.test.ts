import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { matching, readRules } from './path-rules.ts'
import { listFiles } from './tree.ts'

const root = join(import.meta.dirname, '../..')
const rules = { 'tools/a.nightly.test.ts': '^(docs/a.md|apps/server/src/a/)' }

describe('a path rule', () => {
  it('selects its test file when one of its paths changed', () => {
    expect(matching(rules, ['apps/server/src/a/b.ts'])).toEqual(['tools/a.nightly.test.ts'])
    expect(matching(rules, ['apps/server/src/b.ts'])).toEqual([])
  })

  it('selects its test file when the changes are unknown', () => {
    expect(matching(rules, undefined)).toEqual(['tools/a.nightly.test.ts'])
  })

  it.each(Object.entries(readRules()))('names an existing test file and matches files: %s', (file, paths) => {
    expect(existsSync(join(root, file))).toBe(true)
    expect(listFiles().filter((path) => new RegExp(paths).test(path))).not.toEqual([])
  })

  it('is one of at most ten lines', () => {
    expect(
      readFileSync(join(import.meta.dirname, 'path-rules.json'), 'utf8')
        .trimEnd()
        .split('\n').length,
    ).toBeLessThanOrEqual(10)
  })
})
