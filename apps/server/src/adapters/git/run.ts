import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { type ChildCall, type ChildGroups, ChildLimitExceeded, type ChildLimits, runChild, startChild } from '#adapters/children'
import {
  commandLimits,
  findExceeded,
  lowMemorySettings,
  GitLimitFailure,
  type GitLimits,
  readerLimits,
  standardGitLimits,
} from './limits.ts'

export type GitCall = Pick<ChildCall, 'input' | 'signal' | 'maxEntries'> & {
  /** The bare repository the command acts on. */
  path: string
  /** Each argument as it is; nothing passes through a shell. */
  args: readonly string[]
  /** Added to the clean environment, for what must not stand in the arguments. */
  env?: Record<string, string>
  /** Exit codes that are answers and not failures; 0 alone when left out. */
  accept?: readonly number[]
  timeoutMs?: number
  maxOutputBytes?: number
  /** Those of a command on this node when left out. */
  limits?: ChildLimits
}

export type GitAnswer = { code: number; stdout: Buffer; stderr: string }

/** How git is run for one tenant: under limits, and in turns with the others. */
export type Git = {
  limits: GitLimits
  /** Waits until one more may work; what it gives is called when that has ended. `run` does so by itself. */
  enter: (signal?: AbortSignal) => Promise<() => void>
  /** Runs one command to its end and gives what it wrote. Over a limit it ends, with all that it started, as a Failure that says which. */
  run: (call: GitCall) => Promise<GitAnswer>
  /** Starts one that stays; whoever starts it ends it, by `endChild`. */
  start: (call: Pick<GitCall, 'path' | 'args'>) => ChildProcessWithoutNullStreams
}

/** A bare repository on this node's disk, and how git is run on it. */
export type GitDir = { readonly path: string; readonly git: Git }

/** A git command that did not do what was asked. The message holds what git wrote, which may quote what a caller sent. */
export class GitProblem extends Error {
  readonly code: number | null
  readonly stderr: string

  constructor(args: readonly string[], code: number | null, stderr: string) {
    super(`git ${commandOf(args)} ended with ${code ?? 'a signal'}: ${stderr.slice(0, 2000)}`)
    this.name = 'GitProblem'
    this.code = code
    this.stderr = stderr
  }
}

// What a repository could bring along is off: hooks, filters of the machine's own configuration, protocols that run programs.
const settings = [
  'core.hooksPath=/dev/null',
  'core.fsync=none',
  'gc.auto=0',
  'maintenance.auto=false',
  'protocol.allow=never',
  'submodule.recurse=false',
  'http.followRedirects=false',
  'credential.helper=',
  'safe.bareRepository=explicit',
  ...lowMemorySettings,
].flatMap((setting) => ['-c', setting])

export const programPath = '/usr/local/bin:/opt/homebrew/bin:/usr/bin:/bin'

const cleanEnvironment = (path: string): Record<string, string> => ({
  PATH: programPath,
  HOME: '/nonexistent',
  LC_ALL: 'C',
  GIT_DIR: path,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_REPLACE_OBJECTS: '1',
})

const defaultTimeoutMs = 60_000
// No answer of git that is read as a whole comes near.
const defaultMaxOutputBytes = 32 * 1_048_576

/** The word that says what is done; settings may stand before it. */
const commandOf = (args: readonly string[]): string => args.find((arg, place) => !arg.startsWith('-') && args[place - 1] !== '-c') ?? ''

const childOf = ({ path, args, env = {} }: Pick<GitCall, 'path' | 'args' | 'env'>, limits: ChildLimits) => ({
  command: 'git',
  args: [...settings, ...args],
  env: { ...cleanEnvironment(path), ...env },
  limits,
  // A save must not be slow because somebody compares histories.
  niceness: 5,
})

export type GitOptions = {
  limits?: GitLimits
  groups?: ChildGroups | undefined
  enter?: Git['enter']
}

export const createGit = ({ limits = standardGitLimits, groups, enter = async () => () => undefined }: GitOptions = {}): Git => {
  const ended = async (call: GitCall, childLimits: ChildLimits): Promise<GitAnswer> => {
    const { code, stdout, stderr } = await runChild({
      ...childOf(call, childLimits),
      groups,
      timeoutMs: call.timeoutMs ?? defaultTimeoutMs,
      maxOutputBytes: call.maxOutputBytes ?? defaultMaxOutputBytes,
      ...(call.input === undefined ? {} : { input: call.input }),
      ...(call.maxEntries === undefined ? {} : { maxEntries: call.maxEntries }),
      ...(call.signal === undefined ? {} : { signal: call.signal }),
    })
    const exceeded = code === 0 ? null : findExceeded(childLimits, stderr)
    if (exceeded) throw exceeded
    if (code === null || !(call.accept ?? [0]).includes(code)) throw new GitProblem(call.args, code, stderr)
    return { code, stdout, stderr }
  }
  return {
    limits,
    enter,
    run: async (call) => {
      const leave = await enter(call.signal)
      try {
        return await ended(call, call.limits ?? commandLimits(limits))
      } catch (error) {
        throw error instanceof ChildLimitExceeded ? new GitLimitFailure(commandOf(call.args), error) : error
      } finally {
        leave()
      }
    },
    start: (call) => startChild(childOf(call, readerLimits(limits))),
  }
}

/** One command on the repository. */
export const runIn = ({ path, git }: GitDir, call: Omit<GitCall, 'path'>): Promise<GitAnswer> => git.run({ ...call, path })
