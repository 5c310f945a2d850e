/**
 * Loaded with --import: shifts the wall clock of the process by `TRIAL_SKEW_MS`. SIGUSR2 steps it by `TRIAL_STEP_MS`, like a correction
 * by the operating system. The monotonic clock stays.
 */
const RealDate = globalThis.Date
let shiftMs = Number(process.env['TRIAL_SKEW_MS'] ?? 0)
const stepMs = Number(process.env['TRIAL_STEP_MS'] ?? 0)

class SkewedDate extends RealDate {
  constructor(...given: [] | [string | number | Date]) {
    if (given.length === 0) super(RealDate.now() + shiftMs)
    // Arguments need no clock.
    else super(...(given as [string]))
  }
  static override now(): number {
    return RealDate.now() + shiftMs
  }
}

globalThis.Date = SkewedDate as DateConstructor
const { timeOrigin } = performance
Object.defineProperty(performance, 'timeOrigin', { get: () => timeOrigin + shiftMs })
process.on('SIGUSR2', () => {
  shiftMs += stepMs
})
