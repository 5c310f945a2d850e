import { spaces } from './arguments.ts'
import type { LaunchOptions } from './launch.ts'
import { findMissingSpaces, findProblem, isMemoryBound, isProcessesBound, isSharedMemoryBound } from './probe.ts'
import type { Wall } from './sandbox.ts'
import { cureOfSpaces, installBubblewrap, upWall, wallOfSpace } from './walls.ts'

/** `options` is null where there is no sandbox at all. */
export type Raised = { options: LaunchOptions | null; walls: Wall[] }

export const noBubblewrap = (reason: string, cure: string): Wall => ({ name: 'bubblewrap', isUp: false, reason, cure })

const memoryNotHeld = (cure: string): Wall => ({ name: 'memory', isUp: false, reason: 'a limit on memory is not held to', cure })

/** What bounds it is said as it is: without a control group a limit is that of each process, and of what it has for itself. */
const memoryWall = async (options: LaunchOptions): Promise<Wall> => {
  if (!(await isMemoryBound(options))) return memoryNotHeld('run facet on Linux 4.7 or later')
  if (options.groups === undefined || options.groups.boundsMemory === false)
    return upWall(
      'memory',
      'bounded for each process alone, and not in what processes share; FACET_CHILD_CGROUP with the memory controller bounds it for all of a sandbox together',
    )
  return (await isSharedMemoryBound(options)) === false
    ? memoryNotHeld('name control groups in FACET_CHILD_CGROUP that hold to it')
    : upWall('memory', 'bounded for all processes together')
}

const limitWalls = async (options: LaunchOptions): Promise<Wall[]> => {
  const memory = await memoryWall(options)
  const processes = (await isProcessesBound(options))
    ? upWall('number of processes', 'bounded for all of a sandbox together')
    : {
        name: 'number of processes',
        isUp: false,
        reason: process.getuid?.() === 0 ? 'the kernel does not hold the superuser to it' : 'the kernel does not count them by sandbox',
        cure:
          process.getuid?.() === 0
            ? 'run facet as a user of its own, or name control groups with the pids controller in FACET_CHILD_CGROUP'
            : 'run Linux 5.14 or later, or name control groups with the pids controller in FACET_CHILD_CGROUP',
      }
  return [memory, processes]
}

const callsWall = (options: LaunchOptions, problem: string | null): Wall => {
  if (options.filters !== null) return upWall('system calls', 'those that no model needs are refused')
  const [reason, cure] =
    problem === null
      ? [`they are not known for ${process.arch}`, 'run facet on x64 or arm64']
      : [problem, 'run a kernel, or a container, that lets programs filter their system calls (seccomp)']
  return { name: 'system calls', isUp: false, reason, cure }
}

const raised = async (options: LaunchOptions, own: readonly Wall[], unfiltered: string | null = null): Promise<Raised> => ({
  options,
  walls: [upWall('bubblewrap', options.bwrap), ...own, callsWall(options, unfiltered), ...(await limitWalls(options))],
})

/** Finds by trying which walls there are; what is answered uses those. */
export const raiseWalls = async (wanted: LaunchOptions): Promise<Raised> => {
  const problem = await findProblem(wanted)
  if (problem === null) {
    const own = spaces.map((space) => wallOfSpace(space, null, ''))
    return raised(wanted, own)
  }
  const cure = await cureOfSpaces()
  const missing = await findMissingSpaces(wanted.bwrap)
  const options = { ...wanted, ground: { ...wanted.ground, spaces: spaces.filter((space) => !missing.has(space)) } }
  const own = spaces.map((space) => wallOfSpace(space, missing.get(space) ?? null, cure))
  const still = missing.size === 0 ? problem : await findProblem(options)
  if (still === null) return raised(options, own)
  const unfiltered = { ...options, filters: null }
  if (options.filters !== null && (await findProblem(unfiltered)) === null) return raised(unfiltered, own, still)
  return { options: null, walls: [noBubblewrap(still, missing.size === 0 ? installBubblewrap : cure), ...own] }
}
