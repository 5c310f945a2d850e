import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { applyPatch, failuresIn, verdictOf } from './mutants/plant.ts'
import { readMutant, readMutants } from './mutants/read.ts'

const root = join(import.meta.dirname, '..')
const report = (status: string, tests: [fullName: string, status: string][]) => ({
  testResults: [
    { name: 'a.test.ts', status, message: 'broken', assertionResults: tests.map(([fullName, each]) => ({ fullName, status: each })) },
  ],
})

describe('the planted faults', () => {
  it.each(readMutants())('$name is of this tree, and its tests are there', ({ patch, tests }) => {
    expect(() => applyPatch(root, patch, '--check')).not.toThrow()
    expect(tests.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })

  it('say which tests must notice them', () => {
    expect(readMutant('x', 'tests: a.test.ts b.test.ts\ndiff')).toMatchObject({ tests: ['a.test.ts', 'b.test.ts'], isHarmless: false })
    expect(readMutant('x', 'harmless: a.test.ts\ndiff')).toMatchObject({ tests: ['a.test.ts'], isHarmless: true })
    expect(() => readMutant('x', 'diff --git a b\ntests: a.test.ts\n')).toThrow('The first line of x.patch')
  })
})

describe('a fault', () => {
  it('is noticed when a test fails, and missed when all pass', () => {
    expect(
      failuresIn(
        report('failed', [
          ['one', 'passed'],
          ['two', 'failed'],
        ]),
      ),
    ).toEqual(['two'])
    expect(failuresIn(report('passed', [['one', 'passed']]))).toEqual([])
  })

  it('must be noticed, and a harmless change must not', () => {
    expect([verdictOf({ isHarmless: false }, ['one']), verdictOf({ isHarmless: false }, [])]).toEqual(['noticed', 'MISSED'])
    expect([verdictOf({ isHarmless: true }, ['one']), verdictOf({ isHarmless: true }, [])]).toEqual(['ALARMED', 'harmless'])
  })

  it('is not noticed by a file that could not be run, nor by none', () => {
    expect(() => failuresIn(report('failed', []))).toThrow('a.test.ts could not be run: broken')
    expect(() => failuresIn({ testResults: [] })).toThrow('No test was run.')
  })
})
