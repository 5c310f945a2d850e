import { describe, expect, it } from 'vitest'
import { runLanding, type TrialRun } from './landing-trials.ts'

const trial = (name: string) => ({ name, short: { seconds: 1, pace: 'works' as const } })
const trialRun = (isPassed: boolean): TrialRun => ({ isPassed, seconds: 3, cpuSeconds: 2, output: 'lost 1 write', figures: '{}' })

const land = async (runs: boolean[], isLate = false) => {
  const lines: string[] = []
  const counts = await runLanding([trial('faults crash')], {
    run: () => Promise.resolve(trialRun(runs.shift() ?? false)),
    hasTime: () => !isLate,
    cores: 1,
    print: (line) => void lines.push(line),
  })
  return { counts, lines }
}

describe('the trials of a landing', () => {
  it('pass when the first run passes', async () => {
    expect((await land([true])).counts).toEqual({ passed: 1, failed: 0, flaky: [], cpuSeconds: 2 })
  })

  it('count a trial as flaky when only its second run passes', async () => {
    const { counts, lines } = await land([false, true])
    expect(counts).toEqual({ passed: 1, failed: 0, flaky: ['faults crash'], cpuSeconds: 2 })
    expect(lines).toContain('      lost 1 write')
  })

  it('fail when both runs fail', async () => {
    expect((await land([false, false])).counts).toMatchObject({ passed: 0, failed: 1, flaky: [] })
  })

  it('fail when a trial was skipped because the time limit was reached', async () => {
    const { counts, lines } = await land([true], true)
    expect(counts).toMatchObject({ passed: 0, failed: 1 })
    expect(lines).toEqual([expect.stringMatching(/^FAIL {2}faults crash +skipped: the time limit/)])
  })
})
