import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** The machine during a measurement: steal time, load average, and the longest pause of this program's event loop. */
export type Conditions = { stealPercent: number; load: number; pausedMs: number }

type Ticks = { total: number; steal: number }

const stealColumn = 7

const readTicks = (): Ticks => {
  const line = /^cpu +(.+)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1] ?? ''
  // Guest time, the last two columns, is contained in user time already.
  const columns = line.split(' ').slice(0, 8).map(Number)
  return { total: columns.reduce((sum, ticks) => sum + ticks, 0), steal: columns[stealColumn] ?? 0 }
}

export const underConditions = async <T>(work: () => Promise<T>): Promise<{ value: T; conditions: Conditions }> => {
  const before = readTicks()
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const value = await work()
  delay.disable()
  const after = readTicks()
  const total = Math.max(1, after.total - before.total)
  const stealPercent = Math.round(((after.steal - before.steal) / total) * 1000) / 10
  return { value, conditions: { stealPercent, load: Math.round((loadavg()[0] ?? 0) * 100) / 100, pausedMs: Math.round(delay.max / 1e6) } }
}

const maxStealPercent = 3

/** Steal time slows one side of a pair and not the other. */
export const isDisturbed = ({ stealPercent }: Conditions): boolean => stealPercent > maxStealPercent

const maxPausedMs = 100
const maxAttempts = 5

/** Whether the machine paused this program, and so probably the product. */
export const isHeldUp = (conditions: Conditions): boolean => isDisturbed(conditions) || conditions.pausedMs > maxPausedMs

/** Repeats a failed round if the machine was held up. Otherwise, the first failure is the result. */
export const againIfHeldUp = async <T>(
  attempt: () => Promise<T>,
  isGood: (found: T) => boolean,
  say: (line: string) => void,
  describe: (found: T) => string = (found) => JSON.stringify(found),
): Promise<T> => {
  for (let made = 1; ; made++) {
    const { value, conditions } = await underConditions(attempt)
    if (isGood(value) || !isHeldUp(conditions) || made === maxAttempts) return value
    say(`held up (steal ${conditions.stealPercent} %, paused for ${conditions.pausedMs} ms), again: ${describe(value)}`)
  }
}
