import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process'
import { getPriority, setPriority } from 'node:os'
import { promisify } from 'node:util'
import type { ChildGroup } from './groups.ts'
import { type ChildLimits, prlimitArguments, ulimitScript } from './limits.ts'

export type ChildCommand = {
  command: string
  /** Each as it is; nothing passes through a shell. */
  args: readonly string[]
  /** The whole environment. Its PATH is where the command is looked for. */
  env: Record<string, string>
  cwd?: string
  limits: ChildLimits
  /** Bounds the memory of all that are in it together, where the system can. */
  group?: ChildGroup
  /** Its niceness: how much it yields to other processes when the CPUs are busy, 0 to 19. */
  niceness?: number
  /** Descriptors beside the usual three, from the fourth on: pipes, or such as are open here. */
  more?: readonly ('pipe' | 'ignore' | number)[]
  /** The system kills it when this process is gone, however that ended. It gets no rights of files that would give it some. */
  endsWithParent?: true
  /** Messages pass between the two, as `process.send` and its counterpart know them: all that can be cloned. */
  hasMessages?: true
}

/** What is put before a command to start it under limits. */
export const limiter = (limits: ChildLimits): string[] =>
  process.platform === 'linux'
    ? ['prlimit', ...prlimitArguments(limits), '--']
    : // Off Linux there is no prlimit. Such a machine is for development, which production mode sees to.
      ['/bin/sh', '-c', ulimitScript(limits), 'sh']

// A process is in its group from its first step on: what it starts cannot be quicker.
const joiner = (group: ChildGroup | undefined): string[] =>
  group ? ['/bin/sh', '-c', 'echo 0 >"$0" && exec "$@"', group.processesFile] : []

// A program that gave itself other rights would no longer be told.
const bound = (endsWithParent: boolean): string[] =>
  endsWithParent && process.platform === 'linux' ? ['setpriv', '--no-new-privs', '--pdeathsig', 'KILL', '--'] : []

/**
 * Starts a program under limits, at the head of a process group of its own: `endChild` ends it with all that it started. Without
 * the program that sets the limits nothing is started.
 */
export const startChild = (call: ChildCommand): ChildProcessWithoutNullStreams => {
  const { command, args, env, cwd, limits, group, niceness = 0, more = [], endsWithParent = false, hasMessages = false } = call
  const [first = command, ...rest] = [...joiner(group), ...limiter(limits), ...bound(endsWithParent), command, ...args]
  // To its types what is true of the first three, all that they tell of.
  const stdio = ['pipe', 'pipe', 'pipe', ...more, ...(hasMessages ? ['ipc'] : [])] as 'pipe'[]
  const child = spawn(first, rest, { env, stdio, detached: true, serialization: 'advanced', ...(cwd === undefined ? {} : { cwd }) })
  if (niceness > 0 && child.pid !== undefined) stepBack(child.pid, niceness)
  return child
}

const stepBack = (pid: number, niceness: number): void => {
  try {
    // A service with a higher niceness may not lower that of what it starts.
    setPriority(pid, Math.max(niceness, getPriority()))
  } catch (error) {
    // It has ended already.
    if (!isGone(error)) throw error
  }
}

const isGone = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ESRCH'

export const endChild = (child: ChildProcessWithoutNullStreams): void => {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    if (!isGone(error)) throw error
  }
}

/** Says with what limits are set here; throws when they cannot be. */
export const checkLimiter = async (mode: 'production' | 'development', path: string): Promise<string> => {
  if (process.platform !== 'linux') {
    if (mode === 'production') throw new Error(`Child processes cannot be limited on ${process.platform}. Run production on Linux.`)
    return 'ulimit: CPU time and files only'
  }
  const run = promisify(execFile)
  try {
    // It sets what a child is given, so that a limit of this process which is in the way is found now.
    await run('prlimit', ['--data=268435456', '--nofile=64', '--core=0', '--', 'true'], { env: { PATH: path }, timeout: 10_000 })
    return 'prlimit: memory, CPU time and files'
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new Error('prlimit is not on the PATH, and no child process is started without limits. Install util-linux.', {
        cause: error,
      })
    throw error
  }
}
