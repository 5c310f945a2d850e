import { type Transferable, Worker } from 'node:worker_threads'

export type ThreadCall = { message: object; transfer?: readonly Transferable[]; timeoutMs: number }

/** One thread with a program that answers each message with one of its own. Calls are made one after another. */
export type Thread = {
  call: (call: ThreadCall) => Promise<unknown>
  close: () => Promise<void>
}

/** The thread was ended over a limit, and what it held is gone; the next call starts another. */
export class ThreadLimitExceeded extends Error {
  readonly limit: 'time' | 'memory'

  constructor(limit: 'time' | 'memory', options?: ErrorOptions) {
    super(`A thread went over its limit of ${limit}.`, options)
    this.name = 'ThreadLimitExceeded'
    this.limit = limit
  }
}

/** As programs on threads answer: with a value, or with what went wrong. */
export type ThreadAnswer = { value: unknown } | { problem: string }

const isOutOfMemory = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

type Settle = { resolve: (value: unknown) => void; reject: (error: Error) => void }

export const createThread = (program: URL, { memoryMb }: { memoryMb: number }): Thread => {
  let running: Worker | undefined
  let current: Settle | undefined
  let isClosed = false

  const settle = (how: (current: Settle) => void): void => {
    const settled = current
    current = undefined
    if (settled) how(settled)
  }
  const drop = (worker: Worker, error: Error): void => {
    if (running !== worker) return
    running = undefined
    settle(({ reject }) => reject(error))
  }
  const start = (): Worker => {
    // Nothing of the environment: what is parsed here is untrusted input.
    const worker = new Worker(program, { env: {}, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: memoryMb, stackSizeMb: 4 } })
    worker.on('message', (answer: ThreadAnswer) => {
      if (running !== worker) return
      settle(({ resolve, reject }) => ('problem' in answer ? reject(new Error(answer.problem)) : resolve(answer.value)))
    })
    worker.on('error', (error: unknown) =>
      drop(worker, isOutOfMemory(error) ? new ThreadLimitExceeded('memory', { cause: error }) : (error as Error)),
    )
    worker.on('exit', () => drop(worker, new Error('The thread ended without an answer.')))
    // It holds nothing that must be finished: a process that has nothing else to do may end.
    worker.unref()
    return worker
  }

  const ended = async (error: Error): Promise<void> => {
    const worker = running
    if (!worker) return
    drop(worker, error)
    await worker.terminate()
  }

  return {
    call: async ({ message, transfer = [], timeoutMs }) => {
      if (isClosed) throw new Error('The thread is closed.')
      if (current) throw new Error('The thread has not answered the last call yet.')
      running ??= start()
      const worker = running
      const answer = Promise.withResolvers<unknown>()
      current = { resolve: answer.resolve, reject: answer.reject }
      const timer = setTimeout(() => void ended(new ThreadLimitExceeded('time')), timeoutMs)
      // Referred to for as long as somebody waits for it.
      worker.ref()
      try {
        worker.postMessage(message, transfer)
        return await answer.promise
      } finally {
        clearTimeout(timer)
        worker.unref()
      }
    },
    close: async () => {
      isClosed = true
      await ended(new Error('The thread is closed.'))
    },
  }
}
