import { describe, expect, it } from 'vitest'
import { createLogRepeats } from './log-repeats.ts'

const given = () => {
  let now = 0
  const repeats = createLogRepeats<string>(() => now)
  let request = 0
  const failure = (error: string): string =>
    JSON.stringify({
      time: new Date(request).toISOString(),
      level: 'error',
      message: 'failed',
      requestId: `r-${++request}`,
      duration: request,
      error,
    })
  const takeMany = (count: number, message: () => string, caller?: string, key = 'd'): number =>
    Array.from({ length: count }, () => repeats.take(key, 'process', message(), caller)).filter(Boolean).length
  return { repeats, failure, takeMany, pass: () => (now += 60_000) }
}

describe('equal lines in a log', () => {
  it('are kept ten times a minute and then counted, whatever their request', () => {
    const { repeats, failure, takeMany, pass } = given()
    expect(takeMany(25, () => failure('no'))).toBe(10)
    expect(repeats.takeCounted(false)).toEqual([])

    pass()

    expect(repeats.takeCounted(false)).toEqual([{ source: 'process', message: expect.stringContaining('"requestId":"r-25"'), lines: 15 }])
    expect(takeMany(25, () => failure('no'))).toBe(10)
  })

  it('are counted apart for each error, caller and deployment', () => {
    const { failure, takeMany } = given()

    expect(takeMany(20, () => failure('no'), 'mallory')).toBe(10)
    expect(takeMany(5, () => failure('other'), 'mallory')).toBe(5)
    expect(takeMany(5, () => failure('no'), 'alice')).toBe(5)
    expect(takeMany(5, () => failure('no'), 'mallory', 'other deployment')).toBe(5)
  })

  it.each(['plain text', '{"level":"info","message":"Load Request Success"}'])(
    'are all kept where they report no failure: %s',
    (message) => {
      expect(given().takeMany(50, () => message)).toBe(50)
    },
  )
})
