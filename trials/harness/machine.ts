import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/**
 * What the machine did during a measurement: time the hypervisor took from it, how much wanted to run, and the longest that this
 * program, which mostly waits, was not let run.
 */
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

/** Time given to other machines makes one side of a pair slower than the other for no reason of its own. */
export const isDisturbed = ({ stealPercent }: Conditions): boolean => stealPercent > maxStealPercent

const maxPausedMs = 100
const maxAttempts = 5

/** Whether the machine did not let this program run, which mostly waits: then it did not let the product run either. */
export const isHeldUp = (conditions: Conditions): boolean => isDisturbed(conditions) || conditions.pausedMs > maxPausedMs

/**
 * A round that went wrong while the machine itself stood still says nothing of the product, so it is made again. On a machine that
 * runs, the first one that goes wrong is the result.
 */
export const againIfHeldUp = async <T>(
  attempt: () => Promise<T>,
  isGood: (found: T) => boolean,
  say: (line: string) => void,
  describe: (found: T) => string = (found) => JSON.stringify(found),
): Promise<T> => {
  for (let made = 1; ; made++) {
    const { value, conditions } = await underConditions(attempt)
    if (isGood(value) || !isHeldUp(conditions) || made === maxAttempts) return value
    say(`held up (steal ${conditions.stealPercent} %, not let run for ${conditions.pausedMs} ms), again: ${describe(value)}`)
  }
}

const ticksPerSecond = 100

/** Processor time a process has used so far. Unlike its throughput, it does not suffer from what else the machine runs. */
export const cpuSecondsOf = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name in brackets may hold anything, so fields are counted from its end.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}
