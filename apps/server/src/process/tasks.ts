import type { RoleName } from '#config'
import type { Services, Task } from '#context'
import { createPooledCalls } from '#db'
import { repeat } from '#kernel/repeat'
import { areas } from './generated/areas.ts'

export type RunningTasks = {
  /** How many tasks failed when they were last tried. */
  failing: () => number
  /** Resolves when that was tried without which nothing should be served. */
  ready: Promise<void>
  stop: () => Promise<void>
}

const allTasks = areas.flatMap(({ tasks }) => tasks ?? [])

/** What every process does, whatever its roles. */
export const commonTasks: readonly Task[] = allTasks.filter(({ role }) => role === undefined)

export const tasksOf = (roles: readonly RoleName[]): Task[] => allTasks.filter(({ role }) => role !== undefined && roles.includes(role))

const connectionsOf = (tasks: readonly Task[]): number => tasks.reduce((sum, { connections = 1 }) => sum + connections, 0)

/**
 * Takes tasks in turns of their own, over connections of their own that are closed between turns: one that fails or waits is tried
 * again when its time comes, and neither another task nor a request notices. The first turn of one without a role comes at once.
 */
export const startTasks = (services: Services, tasks: readonly Task[], { everyMs }: { everyMs?: number } = {}): RunningTasks => {
  const calls = createPooledCalls(services.config.databaseUrl, Math.max(1, connectionsOf(tasks)))
  const failing = new Set<string>()
  const started = tasks.map((task) => {
    const run = task.start({ ...services, calls })
    const onProblem = (error: unknown): void => {
      failing.add(task.name)
      services.log.warn({ err: error, task: task.name }, 'a periodic task failed')
    }
    const turn = async (signal: AbortSignal): Promise<void> => {
      // A database that is not served may be a copy, and what it asks for is the original's to do.
      if (task.role !== undefined && (await services.servingProblem()) !== null) {
        failing.delete(task.name)
        return
      }
      await run(signal)
      failing.delete(task.name)
    }
    const stopping = new AbortController()
    const first = task.role === undefined ? turn(stopping.signal).catch(onProblem) : Promise.resolve()
    const repetition = first.then(() => (stopping.signal.aborted ? null : repeat(everyMs ?? task.everyMs, turn, onProblem)))
    return {
      first: task.isFirst ? first : Promise.resolve(),
      stop: async (): Promise<void> => {
        stopping.abort(new Error('The process is stopping.'))
        await (await repetition)?.stop()
      },
    }
  })
  return {
    failing: () => failing.size,
    ready: Promise.all(started.map(({ first }) => first)).then(() => undefined),
    stop: async () => {
      await Promise.all(started.map(({ stop }) => stop()))
      await calls.close()
    },
  }
}
