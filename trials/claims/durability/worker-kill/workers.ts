import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HostingStage } from '../../../harness/hosting/stage.ts'
import type { FacetProcess } from '../../../harness/installation.ts'
import { processTree } from '../../../harness/process-tree.ts'
import { pause } from '../../../harness/numbers.ts'
import type { SourceChange } from '../../../harness/source-changes.ts'
import { placeVariable } from './build-places.ts'

/** The folders of workers that replace each other, and a mark in the environment of every sandboxed program. */
type Ground = {
  dataFolder: string
  runFolder: string
  /** Only these workers put temporary files here. */
  tmpFolder: string
  mark: string
}

const groups = '/sys/fs/cgroup/pids'

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : [])

// `mountinfo` contains the source folders of what is mounted into a sandbox.
const traces = ['environ', 'cmdline', 'mountinfo']

const traceOf = (pid: string, trace: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${trace}`, 'utf8')
  } catch {
    return ''
  }
}

/** Processes with the mark, or in the data folder, that do not belong to these owners. */
const processesLeft = ({ mark, dataFolder }: Ground, owners: readonly number[]): string[] => {
  const owned = new Set(owners.flatMap((pid) => processTree(pid).map((found) => String(found.pid))))
  const isOfWorker = (pid: string): boolean =>
    traces.map((trace) => traceOf(pid, trace)).some((text) => text.includes(mark) || text.includes(dataFolder))
  return readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && !owned.has(pid) && isOfWorker(pid))
}

const graceMs = 10_000

/** Processes of killed workers that still run after a grace period. */
const runningOf = async (ground: Ground, owners: readonly number[]): Promise<string[]> => {
  const deadline = performance.now() + graceMs
  for (;;) {
    const left = processesLeft(ground, owners)
    if (left.length === 0 || performance.now() > deadline) return left.map((pid) => `process ${pid}`)
    await pause(100)
  }
}

/** Folders, sockets and control groups of dead workers, and folders of completed work of the live one. */
const leftBehind = ({ dataFolder, runFolder, tmpFolder }: Ground, dead: readonly number[], alive: number | null): string[] => {
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

export type Workers = {
  mark: string
  dataFolder: string
  /** Sets where the next worker is killed: a place, or so long after the start of a phase. */
  setPlace: (place: string, afterMs?: number) => void
  start: () => Promise<FacetProcess>
  /** Waits until the worker was killed at its place; kills it otherwise. Returns whether it reached the place. */
  untilKilled: (worker: FacetProcess, withinMs: number, onWait?: () => Promise<void>) => Promise<boolean>
  /** Processes of killed workers, while only this one is alive. */
  running: (alive?: FacetProcess) => Promise<string[]>
  /** What dead workers left on disk, and what completed work of the live one left. */
  left: (alive: FacetProcess) => string[]
  /** Stops the last worker with SIGTERM, and lists what it leaves behind. */
  stop: (worker: FacetProcess) => Promise<string[]>
}

/** Workers that are killed beside a serving process and replaced in the same folders. */
export const prepareWorkers = (stage: HostingStage, server: FacetProcess, name: string, killable: readonly SourceChange[]): Workers => {
  const folder = join(stage.folder, name)
  const ground: Ground = {
    dataFolder: join(folder, 'data'),
    runFolder: join(folder, 'run'),
    tmpFolder: join(folder, 'tmp'),
    mark: randomUUID(),
  }
  mkdirSync(ground.tmpFolder, { recursive: true })
  const placeFile = join(folder, 'place')
  const dead: number[] = []
  const setPlace: Workers['setPlace'] = (place, afterMs = 0) => writeFileSync(placeFile, `${place}\n${afterMs}`)
  return {
    mark: ground.mark,
    dataFolder: ground.dataFolder,
    setPlace,
    start: () => {
      setPlace('')
      const settings = { FACET_DATA_FOLDER: ground.dataFolder, FACET_RUN_FOLDER: ground.runFolder, TMPDIR: ground.tmpFolder }
      // The gateway answers whether the process is ready.
      return stage.serve({ changes: killable, roles: 'worker,gateway', settings: { ...settings, [placeVariable]: placeFile } })
    },
    untilKilled: async (worker, withinMs, onWait = async () => undefined) => {
      const deadline = performance.now() + withinMs
      while (!worker.hasExited() && performance.now() < deadline) {
        await onWait()
        await pause(10)
      }
      const isHit = worker.hasExited()
      if (!isHit) await worker.kill('SIGKILL')
      dead.push(worker.pid)
      return isHit
    },
    running: (alive) => runningOf(ground, [server.pid, ...(alive ? [alive.pid] : [])]),
    left: (alive) => leftBehind(ground, dead, alive.pid),
    stop: async (worker) => {
      await worker.kill()
      return [...(await runningOf(ground, [server.pid])), ...leftBehind(ground, [...dead, worker.pid], null)]
    },
  }
}
