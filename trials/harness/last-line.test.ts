import { expect, it } from 'vitest'
import { findingOf } from './gate.ts'
import { judged, lastLine, stoppedBy } from './last-line.ts'

const trial = { name: 'fuzz', gate: '0 responses with 5xx.', onFailure: 'The report names the request.' }
const lineOf = (finding: Parameters<typeof lastLine>[1]): unknown => JSON.parse(lastLine(trial, finding))

it('contains the figures and no reason when a trial passed', () => {
  expect(lineOf({ ...judged({ isUp: true }), figures: { sent: 3 } })).toEqual({ name: 'fuzz', passed: true, sent: 3 })
})

it('names the false demands and where to look when a trial failed', () => {
  const finding = { ...judged({ 'the service is up': true, 'nothing hung': false, 'no 5xx': false }), figures: { sent: 3 } }

  expect(lineOf(finding)).toEqual({ name: 'fuzz', passed: false, sent: 3, why: ['nothing hung', 'no 5xx', trial.onFailure] })
})

it('contains the gate when a failed trial gives no reason', () => {
  expect(lineOf({ isPassed: false, figures: {} })).toMatchObject({ why: [`The gate was not met: ${trial.gate}`, trial.onFailure] })
})

it('contains the error when a trial stopped early', () => {
  expect(lineOf(stoppedBy(new Error('PostgreSQL did not start.')))).toEqual({
    name: 'fuzz',
    passed: false,
    why: ['The trial stopped: PostgreSQL did not start.', trial.onFailure],
  })
})

it('distinguishes a wrong result from a low ratio', () => {
  expect(findingOf(false, { isHeld: true, isReached: false, figures: {} }).why).toEqual([expect.stringContaining('ratio')])
  expect(findingOf(true, { isHeld: false, isReached: false, figures: {} }).why).toEqual([expect.stringContaining('results')])
})
