import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { processTree } from '../../harness/process-tree.ts'
import { pause } from '../../harness/numbers.ts'

/** Where a worker works, and the word that every program in its sandboxes has in its environment. */
export type Ground = { dataFolder: string; runFolder: string; mark: string }

const groups = '/sys/fs/cgroup/pids'

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : [])

const environmentOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8')
  } catch {
    return ''
  }
}

/** Programs of sandboxes whose owner is none of these. */
const processesLeft = (mark: string, owners: readonly number[]): string[] => {
  const owned = new Set(owners.flatMap((pid) => processTree(pid).map((found) => String(found.pid))))
  return readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && !owned.has(pid) && environmentOf(pid).includes(mark))
}

const graceMs = 10_000

/** What still runs of a killed worker, when it had time to end. */
export const runningOf = async ({ mark }: Ground, owners: readonly number[]): Promise<string[]> => {
  const deadline = performance.now() + graceMs
  for (;;) {
    const left = processesLeft(mark, owners)
    if (left.length === 0 || performance.now() > deadline) return left.map((pid) => `process ${pid}`)
    await pause(100)
  }
}

/** Folders, sockets and control groups that dead workers left, when another was started; with `alive`, what builds of that one left. */
export const leftBehind = ({ dataFolder, runFolder }: Ground, dead: readonly number[], alive: number | null): string[] => {
  const work = join(dataFolder, 'work')
  const own = namesIn(work).find((name) => name.startsWith(`${alive}-`))
  return [
    ...namesIn(runFolder)
      .filter((name) => alive === null || !name.startsWith(`facet-${alive}-`))
      .map((name) => `run/${name}`),
    ...namesIn(work)
      .filter((name) => name !== own)
      .map((name) => `work/${name}`),
    ...namesIn(own === undefined ? '' : join(work, own))
      .filter((name) => name.startsWith('build-'))
      .map((name) => `work/${own}/${name}`),
    ...namesIn(groups)
      .filter((name) => dead.some((pid) => name.startsWith(`facet-${pid}-`)))
      .map((name) => `control group ${name}`),
  ]
}
