import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fullNameOf, trials as knownTrials } from '../trials/registry.ts'
import { applyPatch, failuresIn, hasPassed } from './mutants/plant.ts'
import { readMutant, readMutants } from './mutants/read.ts'

const root = join(import.meta.dirname, '..')
const report = (status: string, tests: [fullName: string, status: string][]) => ({
  testResults: [
    { name: 'a.test.ts', status, message: 'broken', assertionResults: tests.map(([fullName, each]) => ({ fullName, status: each })) },
  ],
})

describe('the planted faults', () => {
  const mutants = readMutants()
  const trialNames = new Set(knownTrials.map((trial) => fullNameOf(trial).replace(' ', '/')))

  it.each(mutants)('applies $name to the tree and finds its tests and trials', ({ patch, tests, trials }) => {
    expect(() => applyPatch(root, patch, '--check')).not.toThrow()
    expect(tests.filter((file) => !existsSync(join(root, file)))).toEqual([])
    expect(trials.filter((trial) => !trialNames.has(trial))).toEqual([])
  })

  it('have unique names', () => {
    const names = mutants.map(({ name }) => name)

    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
  })

  it('name the tests and trials that must detect them', () => {
    expect(readMutant('x', 'tests: a.test.ts b.test.ts\ntrials: faults/crash\ndiff --git a b')).toMatchObject({
      tests: ['a.test.ts', 'b.test.ts'],
      trials: ['faults/crash'],
    })
    expect(() => readMutant('x', 'diff --git a b\n+tests: a.test.ts\n')).toThrow('x.patch must start with')
  })
})

describe('a fault', () => {
  it('is detected by the tests that fail', () => {
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

  it('is detected by a trial whose last line reports a failure', () => {
    expect(hasPassed('progress\n{"name":"crash","passed":true}\n')).toBe(true)
    expect(hasPassed('{"name":"crash","passed":false,"why":["lost"]}\n')).toBe(false)
  })

  it('is not detected by a test file or a trial that could not be run', () => {
    expect(() => failuresIn(report('failed', []))).toThrow('a.test.ts could not be run: broken')
    expect(() => failuresIn({ testResults: [] })).toThrow('No test was run.')
    expect(() => hasPassed('')).toThrow()
    expect(() => hasPassed('{}')).toThrow('The last line contains no result.')
  })
})
