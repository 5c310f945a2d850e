import { existsSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100
// Positions in /proc/<pid>/stat after the name in brackets: utime, stime, cutime, cstime.
const ownTimes = [11, 12]
const childTimes = [13, 14]

/** Processor seconds in a line of /proc/<pid>/stat. Children count from the moment their parent has reaped them. */
export const parseCpuSeconds = (stat: string, { withChildren }: { withChildren: boolean }): number => {
  // The name may contain spaces and brackets, so fields are counted from its end.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const columns = withChildren ? [...ownTimes, ...childTimes] : ownTimes
  return columns.reduce((sum, column) => sum + Number(fields[column]), 0) / ticksPerSecond
}

const read = (pid: number | 'self', options: { withChildren: boolean }): number => {
  const file = `/proc/${pid}/stat`
  // Only Linux has it. Elsewhere nothing is measured.
  return existsSync(file) ? parseCpuSeconds(readFileSync(file, 'utf8'), options) : 0
}

export const cpuSecondsOf = (pid: number | 'self'): number => read(pid, { withChildren: false })
export const cpuSecondsWithChildren = (pid: number | 'self' = 'self'): number => read(pid, { withChildren: true })
