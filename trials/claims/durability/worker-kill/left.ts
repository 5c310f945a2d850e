import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../../../harness/installation.ts'
import { processTree } from '../../../harness/process-tree.ts'
import { pause } from '../../../harness/numbers.ts'

/** Where a worker works, and the word that every program in its sandboxes has in its environment. */
export type Ground = {
  dataFolder: string
  runFolder: string
  /** What has no better place is put there, and nobody else's. */
  tmpFolder: string
  mark: string
}

/** All below one folder. */
export const groundIn = (folder: string): Ground => {
  const tmpFolder = join(folder, 'tmp')
  mkdirSync(tmpFolder, { recursive: true })
  return { dataFolder: join(folder, 'data'), runFolder: join(folder, 'run'), tmpFolder, mark: randomUUID() }
}

export const settingsOf = ({ dataFolder, runFolder, tmpFolder }: Ground): Settings => ({
  FACET_DATA_FOLDER: dataFolder,
  FACET_RUN_FOLDER: runFolder,
  TMPDIR: tmpFolder,
})

const groups = '/sys/fs/cgroup/pids'

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : [])

// What is mounted into a sandbox is told by the folder that it comes from.
const traces = ['environ', 'cmdline', 'mountinfo']

const traceOf = (pid: string, trace: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${trace}`, 'utf8')
  } catch {
    return ''
  }
}

/** Programs that have the mark, or work in the folder of killed workers, and whose owner is none of these. */
const processesLeft = ({ mark, dataFolder }: Ground, owners: readonly number[]): string[] => {
  const owned = new Set(owners.flatMap((pid) => processTree(pid).map((found) => String(found.pid))))
  const isOfWorker = (pid: string): boolean =>
    traces.map((trace) => traceOf(pid, trace)).some((text) => text.includes(mark) || text.includes(dataFolder))
  return readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && !owned.has(pid) && isOfWorker(pid))
}

const graceMs = 10_000

/** What still runs of a killed worker, when it had time to end. */
export const runningOf = async (ground: Ground, owners: readonly number[]): Promise<string[]> => {
  const deadline = performance.now() + graceMs
  for (;;) {
    const left = processesLeft(ground, owners)
    if (left.length === 0 || performance.now() > deadline) return left.map((pid) => `process ${pid}`)
    await pause(100)
  }
}

/** Folders, sockets and control groups that dead workers left, when another was started; and what work of that one left that is over. */
export const leftBehind = ({ dataFolder, runFolder, tmpFolder }: Ground, dead: readonly number[], alive: number | null): string[] => {
  const work = join(dataFolder, 'work')
  const isOwn = (name: string): boolean => alive !== null && (name.startsWith(`facet-${alive}-`) || name.startsWith(`${alive}-`))
  const [own, others] = [namesIn(work).filter(isOwn), namesIn(work).filter((name) => !isOwn(name))]
  const ofWork = own
    .flatMap((name) => namesIn(join(work, name)).map((inner) => `${name}/${inner}`))
    .filter((path) => /\/(build|check|dbt-\d+)-/.test(path))
  const ofSandboxes = namesIn(runFolder).filter((name) => !isOwn(name))
  const ofGroups = namesIn(groups).filter((name) => dead.some((pid) => name.startsWith(`facet-${pid}-`)))
  return [
    ...[...others, ...ofWork].map((path) => `work/${path}`),
    ...ofSandboxes.map((name) => `run/${name}`),
    ...namesIn(tmpFolder).map((name) => `tmp/${name}`),
    ...ofGroups.map((name) => `control group ${name}`),
  ]
}
