/**
 * Loaded before the service with --import: everything it reads of the wall clock is off by as much as the environment says.
 * SIGUSR2 steps the clock while it runs, as a correction by the operating system does. The monotonic clock stays, as it does
 * there.
 */
const RealDate = globalThis.Date
let shiftMs = Number(process.env['TRIAL_SKEW_MS'] ?? 0)
const stepMs = Number(process.env['TRIAL_STEP_MS'] ?? 0)

class SkewedDate extends RealDate {
  constructor(...given: [] | [string | number | Date]) {
    if (given.length === 0) super(RealDate.now() + shiftMs)
    // Both are for years, months and so on, which need no clock.
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
