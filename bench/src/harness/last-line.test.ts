import { expect, it } from 'vitest'
import { findingOf } from './gate.ts'
import { judged, lastLine, stoppedBy } from './last-line.ts'

const trial = { name: 'fuzz' }
const told = (finding: Parameters<typeof lastLine>[1]): unknown => JSON.parse(lastLine(trial, finding))

it('says the figures of a trial that passed, and no reason', () => {
  expect(told({ ...judged({ isUp: true }), figures: { sent: 3 } })).toEqual({ name: 'fuzz', passed: true, sent: 3 })
})

it('names what did not hold when a trial failed', () => {
  const finding = { ...judged({ 'the service is up': true, 'nothing hung': false, 'no 5xx': false }), figures: { sent: 3 } }

  expect(told(finding)).toEqual({ name: 'fuzz', passed: false, sent: 3, why: ['nothing hung', 'no 5xx'] })
})

it('says where to look when a trial names nothing', () => {
  expect(told({ isPassed: false, figures: {} })).toMatchObject({ why: [expect.stringContaining('docs/quality.md asks of `fuzz`')] })
})

it('says what stopped a trial that did not come to its end', () => {
  expect(told(stoppedBy(new Error('PostgreSQL did not start.')))).toEqual({
    name: 'fuzz',
    passed: false,
    why: ['The trial stopped: PostgreSQL did not start.'],
  })
})

it('tells a result that is wrong from a ratio that is too low', () => {
  expect(findingOf(false, { isHeld: true, isReached: false, figures: {} }).why).toEqual([expect.stringContaining('ratio')])
  expect(findingOf(true, { isHeld: false, isReached: false, figures: {} }).why).toEqual([expect.stringContaining('results')])
})
