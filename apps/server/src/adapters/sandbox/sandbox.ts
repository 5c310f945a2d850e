import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import type { ChildAnswer } from '#adapters/children'
import type { Listener } from './listener.ts'

export type SandboxLimits = {
  /** What each process may allocate; with a control group, what all of them may have together. */
  memoryBytes: number
  /** Of each process. Null for what runs for as long as it is asked things. */
  cpuSeconds: number | null
  /** Processes and their threads, all together. A Node process has about twelve. */
  maxProcesses: number
  maxOpenFiles: number
  /** Of each file that is written, wherever it lies. */
  maxFileBytes: number
  /** Of everything in /tmp together. */
  tmpBytes: number
}

/** A place outside that the program may dial: it sees `host:port` on its own loopback, `dial` is called outside, by the guard. */
export type Egress = { host: string; port: number; dial: (signal: AbortSignal) => Promise<Socket> }

export type SandboxMount = { from: string; to: string; writable?: true }

export type SandboxCommand = {
  /** A path inside. Node is `nodeInside`. */
  command: string
  /** Other users of the machine can read these; secrets belong into `env`. */
  args: readonly string[]
  /** The whole environment. */
  env: Record<string, string>
  mounts: readonly SandboxMount[]
  cwd: string
  limits: SandboxLimits
  egress: readonly Egress[]
  /** Handed to it as the descriptor `listenerInside`. */
  listener?: Pick<Listener, 'fd'>
}

export type SandboxRun = SandboxCommand & {
  input?: string | Buffer
  timeoutMs: number
  /** More than this on either stream ends it. */
  maxOutputBytes: number
  /**
   * More than this in the folders it may write to ends it: limits of a process bound each file, not all of them together. Files that were
   * removed and are still held count too. It may then hand no open file to another process.
   */
  maxDiskBytes?: number
  signal?: AbortSignal
  /** Hears what it writes to its output as it comes; it is kept all the same. */
  onOutput?: (chunk: Buffer) => void
}

export type SandboxExit = { code: number | null; signal: NodeJS.Signals | null }

export type SandboxedProcess = {
  /** Of the head outside. */
  pid: number
  stdout: Readable
  stderr: Readable
  /** When nothing of it is left. Never rejects: what cannot be cleared away is told to the log. */
  exited: Promise<SandboxExit>
  /** Kills all of it; resolves when nothing of it is left. */
  end: () => Promise<void>
}

export type Wall = { name: string; isUp: boolean; reason: string; cure: string }

export type Sandbox = {
  start: (command: SandboxCommand) => Promise<SandboxedProcess>
  /** Runs a program to its end; throws `ChildLimitExceeded` when it went over a limit. */
  run: (command: SandboxRun) => Promise<ChildAnswer>
  walls: readonly Wall[]
  /** Ends what runs, and removes its folder. */
  close: () => Promise<void>
}
