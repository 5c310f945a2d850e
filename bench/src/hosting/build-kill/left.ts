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

/** Folders, sockets and control groups that dead workers left, when another was started; and what builds of that one left. */
export const leftBehind = ({ dataFolder, runFolder }: Ground, dead: readonly number[], alive: number | null): string[] => {
  const work = join(dataFolder, 'work')
  const isOwn = (name: string): boolean => alive !== null && (name.startsWith(`facet-${alive}-`) || name.startsWith(`${alive}-`))
  const [own, others] = [namesIn(work).filter(isOwn), namesIn(work).filter((name) => !isOwn(name))]
  const ofBuilds = own
    .flatMap((name) => namesIn(join(work, name)).map((inner) => `${name}/${inner}`))
    .filter((path) => path.includes('/build-'))
  const ofSandboxes = namesIn(runFolder).filter((name) => !isOwn(name))
  const ofGroups = namesIn(groups).filter((name) => dead.some((pid) => name.startsWith(`facet-${pid}-`)))
  return [
    ...[...others, ...ofBuilds].map((path) => `work/${path}`),
    ...ofSandboxes.map((name) => `run/${name}`),
    ...ofGroups.map((name) => `control group ${name}`),
  ]
}
