import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ChildGroups } from './groups.ts'
import { ChildLimitExceeded, describeLimits, megabytes } from './limits.ts'
import { type ChildCommand, endChild, startChild } from './start.ts'

export type ChildCall = Omit<ChildCommand, 'group'> & {
  /** Where the system can, the memory of all its processes together is bounded to what one of them may have. */
  groups?: ChildGroups | undefined
  input?: string | Buffer | AsyncIterable<Buffer | string>
  timeoutMs: number
  /** More than this on either stream ends it. */
  maxOutputBytes: number
  /** More of these on its output end it too: many small entries cost more than their bytes. */
  maxEntries?: { separator: number; max: number; of: string }
  signal?: AbortSignal
  /** Hears what it writes to its output as it comes; it is kept all the same. */
  onOutput?: (chunk: Buffer) => void
}

export type ChildAnswer = { code: number | null; signal: NodeJS.Signals | null; stdout: Buffer; stderr: string }

const countOf = (chunk: Buffer, separator: number): number => {
  let count = 0
  for (let at = chunk.indexOf(separator); at !== -1; at = chunk.indexOf(separator, at + 1)) count++
  return count
}

const collect = (stream: Readable, maxBytes: number, entries: ChildCall['maxEntries'], over: (allowed: string) => void) => {
  const chunks: Buffer[] = []
  let length = 0
  let count = 0
  stream.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (entries) count += countOf(chunk, entries.separator)
    if (length > maxBytes) over(`${megabytes(maxBytes)} of output`)
    else if (entries && count > entries.max) over(`${entries.max} ${entries.of}`)
    else chunks.push(chunk)
  })
  return (): Buffer => Buffer.concat(chunks)
}

const isBrokenPipe = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EPIPE' || error.code === 'ERR_STREAM_PREMATURE_CLOSE')

const feed = async (child: ChildProcessWithoutNullStreams, input: ChildCall['input']): Promise<void> => {
  if (input === undefined) child.stdin.end()
  else if (typeof input === 'string' || Buffer.isBuffer(input)) child.stdin.end(input)
  else
    await pipeline(Readable.from(input), child.stdin).catch((error: unknown) => {
      // One that refuses early closes its input; its exit code says why, the broken pipe does not.
      if (!isBrokenPipe(error)) throw error
    })
}

const signalled = ({ limits }: Pick<ChildCall, 'limits'>, signal: NodeJS.Signals | null, stderr: string): ChildLimitExceeded | null => {
  const allowed = describeLimits(limits)
  if (signal === 'SIGXCPU') return new ChildLimitExceeded('processor time', allowed['processor time'], stderr)
  if (signal === 'SIGXFSZ') return new ChildLimitExceeded('file size', allowed['file size'], stderr)
  // Nobody here sent it: the system was short of memory, or the group was.
  if (signal === 'SIGKILL') return new ChildLimitExceeded('memory', allowed.memory, stderr)
  if (signal === 'SIGSEGV' || signal === 'SIGBUS') return new ChildLimitExceeded('stack', allowed.stack, stderr)
  return null
}

/** What is waited for of a child that was started, and how it is ended. */
export type ChildHearing = {
  end: () => void
  /** How it ended, when whoever started it tells that in a way of its own. */
  readExit?: (code: number | null, signal: NodeJS.Signals | null) => Pick<ChildAnswer, 'code' | 'signal'>
}

type Heard = Omit<ChildCall, 'groups' | 'command' | 'args' | 'env'>

/** Hears a child to its end. Over a limit, or when nobody waits any more, it is ended. */
export const hearChild = async (
  child: ChildProcessWithoutNullStreams,
  call: Heard,
  { end, readExit }: ChildHearing,
): Promise<ChildAnswer> => {
  let exceeded: ChildLimitExceeded | null = null
  const endOver = (limit: ChildLimitExceeded): void => {
    exceeded ??= limit
    end()
  }
  const overOutput = (allowed: string): void => endOver(new ChildLimitExceeded('output', allowed))
  const stdout = collect(child.stdout, call.maxOutputBytes, call.maxEntries, overOutput)
  const stderr = collect(child.stderr, call.maxOutputBytes, undefined, overOutput)
  if (call.onOutput) child.stdout.on('data', call.onOutput)
  child.stdin.on('error', () => undefined)
  const timer = setTimeout(() => endOver(new ChildLimitExceeded('time', `${call.timeoutMs / 1000} s`)), call.timeoutMs)
  call.signal?.addEventListener('abort', end, { once: true })
  try {
    const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
    closed.catch(() => undefined)
    await feed(child, call.input)
    const ended = await closed
    call.signal?.throwIfAborted()
    const { code, signal } = readExit?.(...ended) ?? { code: ended[0], signal: ended[1] }
    const text = stderr().toString('utf8')
    const limit = exceeded ?? signalled(call, signal, text)
    if (limit) throw limit
    return { code, signal, stdout: stdout(), stderr: text }
  } finally {
    clearTimeout(timer)
    call.signal?.removeEventListener('abort', end)
    if (child.exitCode === null && child.signalCode === null) end()
  }
}

/** Runs a child to its end and gives what it wrote. Over a limit, or when nobody waits any more, it ends with all that it started. */
export const runChild = async (call: ChildCall): Promise<ChildAnswer> => {
  call.signal?.throwIfAborted()
  const group = await call.groups?.enter(call.limits.memoryBytes)
  const child = startChild({ ...call, ...(group ? { group } : {}) })
  try {
    return await hearChild(child, call, { end: () => endChild(child) })
  } finally {
    await group?.leave()
  }
}
