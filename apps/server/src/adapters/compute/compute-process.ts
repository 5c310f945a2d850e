import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type ChildLimits, endChild, outsidePath, startChild } from '#adapters/children'
import type { ComputeAnswer } from './answer-calls.ts'

export type ComputeCall = { message: object; timeoutMs: number }

/** One process with a program that answers each message with one of its own. Calls are made one after another. */
export type ComputeProcess = {
  call: (call: ComputeCall) => Promise<unknown>
  close: () => Promise<void>
}

/** The process was ended over a limit, and what it held is gone; the next call starts another. */
export class ComputeLimitExceeded extends Error {
  readonly limit: 'time' | 'memory'

  constructor(limit: 'time' | 'memory', options?: ErrorOptions) {
    super(`A compute process went over its limit of ${limit}.`, options)
    this.name = 'ComputeLimitExceeded'
    this.limit = limit
  }
}

/** For the runtime beside what its program holds: it reserves several hundred MB that it never uses. */
const runtimeMb = 2048
/** In kB, of the 8 MB that any child has: deep models are read by recursion, and half is left to what the runtime calls itself. */
const stackSize = 3900
const keptOfErrors = 2000

const limitsOf = (memoryMb: number): ChildLimits => ({
  memoryBytes: (memoryMb + runtimeMb) * 1_048_576,
  cpuSeconds: null,
  maxOpenFiles: 256,
  // Nothing is written but to whoever calls.
  maxFileBytes: 0,
})

type Settle = { resolve: (value: unknown) => void; reject: (error: Error) => void }
type Running = { child: ReturnType<typeof startChild>; ended: Promise<unknown> }

/**
 * A process, not a thread: a thread that allocates faster than it can be stopped takes the whole service with it, whatever limit it was
 * given.
 */
export const createComputeProcess = (program: URL, { memoryMb }: { memoryMb: number }): ComputeProcess => {
  let running: Running | undefined
  let current: Settle | undefined
  let isClosed = false

  const settle = (how: (current: Settle) => void): void => {
    const settled = current
    current = undefined
    if (settled) how(settled)
  }
  const drop = (child: Running['child'], error: Error): void => {
    if (running?.child !== child) return
    running = undefined
    settle(({ reject }) => reject(error))
  }
  const start = (): Running => {
    const child = startChild({
      command: process.execPath,
      args: [`--max-old-space-size=${memoryMb}`, `--stack-size=${stackSize}`, fileURLToPath(program)],
      // Nothing of the environment: what is parsed there is untrusted input.
      env: { PATH: outsidePath },
      limits: limitsOf(memoryMb),
      endsWithParent: true,
      hasMessages: true,
    })
    const { promise: ended, resolve } = Promise.withResolvers()
    let errors = ''
    child.stderr.on('data', (bytes: Buffer) => {
      errors = `${errors}${bytes.toString()}`.slice(-keptOfErrors)
    })
    child.stdout.resume()
    child.on('message', (answer) => {
      if (running?.child !== child) return
      const said = answer as ComputeAnswer
      settle(({ resolve: answered, reject }) => ('problem' in said ? reject(new Error(said.problem)) : answered(said.value)))
    })
    child.once('error', (error) => {
      drop(child, error)
      resolve(undefined)
    })
    child.once('close', (_code, signal) => {
      const cause = new Error(errors.trim() || 'It said nothing.')
      // By itself it ends with a code; whatever a signal ended had asked for more than there was.
      drop(child, signal ? new ComputeLimitExceeded('memory', { cause }) : new Error('The process ended without an answer.', { cause }))
      resolve(undefined)
    })
    // It holds nothing that must be finished: a process that has nothing else to do may end.
    for (const each of [child, child.channel, child.stdin, child.stdout, child.stderr] as (Pick<Socket, 'unref'> | undefined)[])
      each?.unref()
    return { child, ended }
  }

  const end = async (error: Error): Promise<void> => {
    if (!running) return
    const { child, ended } = running
    drop(child, error)
    endChild(child)
    await ended
  }

  return {
    call: async ({ message, timeoutMs }) => {
      if (isClosed) throw new Error('The process is closed.')
      if (current) throw new Error('The process has not answered the last call yet.')
      running ??= start()
      const { channel } = running.child
      const answer = Promise.withResolvers<unknown>()
      current = { resolve: answer.resolve, reject: answer.reject }
      const timer = setTimeout(() => void end(new ComputeLimitExceeded('time')), timeoutMs)
      // Referred to for as long as somebody waits for it.
      channel?.ref()
      try {
        // One that ended meanwhile is told by its end, which says why.
        running.child.send(message, () => undefined)
        return await answer.promise
      } finally {
        current = undefined
        clearTimeout(timer)
        channel?.unref()
      }
    },
    close: async () => {
      isClosed = true
      await end(new Error('The process is closed.'))
    },
  }
}
