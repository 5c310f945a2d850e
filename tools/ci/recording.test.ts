import { describe, expect, it } from 'vitest'
import { observationsOf, type Recorded, startTest } from './recording.ts'

const recorded = (test: string, called: Record<string, number[]>, more: Partial<Recorded> = {}): Recorded => ({
  test,
  version: 'v',
  ms: 1,
  called,
  programs: [],
  isComputing: false,
  ...more,
})
const start = recorded(startTest, { 'opened.ts': [10], 'boot.ts': [10] })
const executedIn = (recordings: Recorded[], known?: Set<string>) =>
  Object.fromEntries(observationsOf([start, ...recordings], known).map(({ test, executed }) => [test, executed]))

describe('a test executes a file', () => {
  const opens = recorded('opens.test.ts', { 'opened.ts': [10], 'boot.ts': [10] })
  const uses = recorded('uses.test.ts', { 'opened.ts': [10, 20], 'boot.ts': [10] })

  it('when it calls more of it than a start of the service does, or nobody does', () => {
    expect(executedIn([opens, uses])).toEqual({
      [startTest]: ['boot.ts'],
      'opens.test.ts': ['boot.ts'],
      'uses.test.ts': ['opened.ts', 'boot.ts'],
    })
  })

  it('when some are recorded anew, also where others are known to call more', () => {
    expect(executedIn([opens], new Set(['opened.ts', 'boot.ts']))['opens.test.ts']).toEqual([])
  })
})

it('calls a test blind that starts more than programs of others', () => {
  const isBlind = (...programs: string[]) => observationsOf([start, recorded('a.test.ts', {}, { programs })])[1]?.isBlind

  expect([isBlind('git', 'prlimit'), isBlind('git', 'node')]).toEqual([false, true])
})

it('compares with nothing else than a start', () => {
  expect(() => observationsOf([])).toThrow(startTest)
})
