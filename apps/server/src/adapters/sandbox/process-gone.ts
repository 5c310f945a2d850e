import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

/** When a process began, in ticks since the machine did; its number alone may be another's later. Null when there is none. */
export const startOf = async (pid: number): Promise<string | null> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name in brackets may hold anything, so fields are counted from its end.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // One that waits to be heard of by its parent runs no more.
  return stat === '' || state === 'Z' || state === 'X' ? null : (fields[18] ?? null)
}

const betweenLooksMs = 2
const longestMs = 30_000

/** The first process of a space of processes goes last: the system ends all others before it. */
export const untilGone = async (pid: number, start: string): Promise<void> => {
  const untilMs = performance.now() + longestMs
  while ((await startOf(pid)) === start) {
    if (performance.now() > untilMs) throw new Error(`The process ${pid} was killed and did not end within ${longestMs / 1000} s.`)
    await pause(betweenLooksMs)
  }
}
