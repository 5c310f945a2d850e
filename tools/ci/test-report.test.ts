import { describe, expect, it } from 'vitest'
import { brokenFiles, countsOf, failureLines, type TestReport, withLater } from './test-report.ts'

const folder = '/somewhere'

const file = (name: string, status: string, tests: Record<string, string>): TestReport['testResults'][number] => ({
  name: `${folder}/${name}`,
  status,
  message: status === 'failed' ? 'Cannot find module' : '',
  assertionResults: Object.entries(tests).map(([fullName, testStatus]) => ({
    fullName,
    status: testStatus,
    failureMessages:
      testStatus === 'failed'
        ? ['\u001b[31mexpected 200\u001b[39m\n\n  at line 3\n  at file:///somewhere/node_modules/vitest/run.js:1']
        : [],
  })),
})

const good = file('good.test.ts', 'passed', { works: 'passed' })
const bad = file('bad.test.ts', 'failed', { works: 'passed', breaks: 'failed' })
const unloaded = file('unloaded.test.ts', 'failed', {})
const leftOut = file('left-out.test.ts', 'passed', { works: 'passed', waits: 'pending', 'is planned': 'todo' })

describe('a run of the tests', () => {
  it('counts as failed what failed, what did not run and what could not be loaded', () => {
    expect(countsOf({ testResults: [good, bad, unloaded, leftOut] })).toEqual({ passed: 3, failed: 4 })
    expect(brokenFiles({ testResults: [good, bad, unloaded, leftOut] })).toEqual([bad, unloaded, leftOut].map(({ name }) => name))
  })

  it('is what a later run of some of its files found, and itself for the others', () => {
    const mended = file('bad.test.ts', 'passed', { works: 'passed', breaks: 'passed' })
    const stillBad = file('unloaded.test.ts', 'failed', { loads: 'failed' })

    expect(countsOf(withLater({ testResults: [good, bad, unloaded] }, { testResults: [mended, stillBad] }))).toEqual({
      passed: 3,
      failed: 1,
    })
  })

  it('names everything that failed before it says more of any', () => {
    expect(failureLines({ testResults: [good, bad, unloaded, leftOut] }, folder)).toEqual([
      'bad.test.ts > breaks',
      'unloaded.test.ts: could not be run',
      'left-out.test.ts > waits (did not run)',
      'left-out.test.ts > is planned (did not run)',
      '',
      'bad.test.ts > breaks',
      '    expected 200',
      '      at line 3',
      'unloaded.test.ts: could not be run',
      '    Cannot find module',
      'left-out.test.ts > waits (did not run)',
      'left-out.test.ts > is planned (did not run)',
    ])
  })
})
