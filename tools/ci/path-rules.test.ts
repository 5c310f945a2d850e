import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { matching, readRules } from './path-rules.ts'

const root = join(import.meta.dirname, '../..')
const rules = { 'tools/a.nightly.test.ts': ['docs/a.md', 'apps/server/src/a/'] }

describe('a path rule', () => {
  it('selects its test file when one of its paths changed', () => {
    expect(matching(rules, ['apps/server/src/a/b.ts'])).toEqual(['tools/a.nightly.test.ts'])
    expect(matching(rules, ['apps/server/src/b.ts'])).toEqual([])
  })

  it('selects its test file when the changes are unknown', () => {
    expect(matching(rules, undefined)).toEqual(['tools/a.nightly.test.ts'])
  })

  it('names test files and paths that exist, in at most ten lines', () => {
    const names = Object.entries(readRules()).flatMap(([file, paths]) => [file, ...paths])
    expect(names.filter((name) => !existsSync(join(root, name)))).toEqual([])
    expect(
      readFileSync(join(import.meta.dirname, 'path-rules.json'), 'utf8')
        .trimEnd()
        .split('\n').length,
    ).toBeLessThanOrEqual(10)
  })
})
