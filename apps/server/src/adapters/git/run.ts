import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export type GitCall = {
  /** The bare repository the command acts on. */
  gitDir: string
  /** Each argument as it is; nothing passes through a shell. */
  args: string[]
  input?: string | Buffer | AsyncIterable<Buffer | string>
  /** Added to the clean environment, for what must not stand in the arguments. */
  env?: Record<string, string>
  /** Exit codes that are answers and not failures; 0 alone when left out. */
  accept?: number[]
  timeoutMs?: number
  signal?: AbortSignal
  /** Ended together with whatever it started: a command that talks to a remote leaves the talking to others. */
  isOwnGroup?: boolean
  /** More than this on either stream ends the command; a remote can send without end. */
  maxOutputBytes?: number
}

export type GitAnswer = { code: number; stdout: Buffer; stderr: string }

/** A git command that did not do what was asked. The message holds what git wrote, which may quote what a caller sent. */
export class GitProblem extends Error {
  readonly code: number | null
  readonly stderr: string

  constructor(args: string[], code: number | null, stderr: string) {
    super(`git ${args[0] ?? ''} ended with ${code ?? 'a signal'}: ${stderr.slice(0, 2000)}`)
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
].flatMap((setting) => ['-c', setting])

const cleanEnvironment = (gitDir: string): Record<string, string> => ({
  PATH: '/usr/local/bin:/opt/homebrew/bin:/usr/bin:/bin',
  HOME: '/nonexistent',
  LC_ALL: 'C',
  GIT_DIR: gitDir,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_REPLACE_OBJECTS: '1',
})

const defaultTimeoutMs = 60_000

/** Starts git with pipes, for commands that stay: whoever starts one ends it. */
export const startGit = ({
  gitDir,
  args,
  env = {},
  isOwnGroup = false,
}: Pick<GitCall, 'gitDir' | 'args' | 'env' | 'isOwnGroup'>): ChildProcessWithoutNullStreams =>
  spawn('git', [...settings, ...args], { env: { ...cleanEnvironment(gitDir), ...env }, stdio: 'pipe', detached: isOwnGroup })

const endOf = (child: ChildProcessWithoutNullStreams, isOwnGroup: boolean) => (): void => {
  if (!isOwnGroup || child.pid === undefined) return void child.kill('SIGKILL')
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

const collect = (stream: Readable, maxBytes: number, end: () => void): { isOver: () => boolean; bytes: () => Buffer } => {
  const chunks: Buffer[] = []
  let length = 0
  stream.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > maxBytes) end()
    else chunks.push(chunk)
  })
  return { isOver: () => length > maxBytes, bytes: () => Buffer.concat(chunks) }
}

const feed = async (child: ChildProcessWithoutNullStreams, input: GitCall['input']): Promise<void> => {
  if (input === undefined) child.stdin.end()
  else if (typeof input === 'string' || Buffer.isBuffer(input)) child.stdin.end(input)
  else await pipeline(Readable.from(input), child.stdin)
}

/** Runs one git command to its end and gives what it wrote. */
export const runGit = async (call: GitCall): Promise<GitAnswer> => {
  call.signal?.throwIfAborted()
  const child = startGit(call)
  const end = endOf(child, call.isOwnGroup ?? false)
  const stdout = collect(child.stdout, call.maxOutputBytes ?? Infinity, end)
  const stderr = collect(child.stderr, call.maxOutputBytes ?? Infinity, end)
  // A command that refuses early closes its input; its exit code says why, the broken pipe does not.
  child.stdin.on('error', () => undefined)
  const timer = setTimeout(end, call.timeoutMs ?? defaultTimeoutMs)
  call.signal?.addEventListener('abort', end, { once: true })
  try {
    const closed = once(child, 'close') as Promise<[number | null]>
    closed.catch(() => undefined)
    await feed(child, call.input).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && (error.code === 'EPIPE' || error.code === 'ERR_STREAM_PREMATURE_CLOSE')))
        throw error
    })
    const [code] = await closed
    call.signal?.throwIfAborted()
    const text = stderr.bytes().toString('utf8')
    if (stdout.isOver() || stderr.isOver()) throw new GitProblem(call.args, null, `wrote more than ${call.maxOutputBytes} bytes\n${text}`)
    if (code === null || !(call.accept ?? [0]).includes(code)) throw new GitProblem(call.args, code, text)
    return { code, stdout: stdout.bytes(), stderr: text }
  } finally {
    clearTimeout(timer)
    call.signal?.removeEventListener('abort', end)
    if (child.exitCode === null) end()
  }
}
