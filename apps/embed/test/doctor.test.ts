import { describe, expect, it } from 'vitest'
import { judgeFraming } from '../src/doctor/framing.ts'
import { clockDifference, judgeClock } from '../src/doctor/service.ts'

const host = 'https://host.example'
const around = { isFramed: true, origins: [host], isWhole: true }
const verdicts = (...of: Parameters<typeof judgeFraming>) => judgeFraming(...of).map(({ about, verdict }) => `${about} ${verdict}`)
const policy = (framers: string) => `default-src 'none'; frame-ancestors ${framers}; base-uri 'none'`

describe('the doctor', () => {
  it('says of the pages around whether they may be there', () => {
    expect(verdicts(around, policy(`https://other.example ${host}`))).toEqual(['Framing good', 'Origins good'])
    expect(verdicts(around, policy('https://other.example'))).toEqual(['Framing good', 'Origins bad'])
    expect(verdicts({ ...around, isFramed: false, origins: [] }, policy(host))).toEqual(['Framing note', 'Origins good'])
    expect(verdicts(around, null)).toEqual(['Framing good'])
    expect(judgeFraming(around, policy("'none'")).at(-1)?.text).toContain('is empty')
  })

  it('says by how much the clock is ahead or behind', () => {
    const date = new Date(1_000_000_000_000).toUTCString()
    const off = (seconds: number) =>
      judgeClock(clockDifference(date, 1_000_000_000_500 + seconds * 1000, 1_000_000_000_500 + seconds * 1000))

    expect([off(30).verdict, off(-30).verdict]).toEqual(['good', 'good'])
    expect(off(60).text).toContain('60 s ahead of')
    expect(off(-60).text).toContain('60 s behind')
    expect([null, 'soon'].map((said) => judgeClock(clockDifference(said, 0, 0)).verdict)).toEqual(['note', 'note'])
  })
})
