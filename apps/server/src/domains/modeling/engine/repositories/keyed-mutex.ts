import { Failure } from '#kernel/failure'

export type KeyedMutex = { acquire: (name: string, signal: AbortSignal) => Promise<() => void> }

const maxWaiting = 200

const busy = (): Failure =>
  new Failure('service_unavailable', 'Too many changes of this data model are waiting. Repeat the request in a moment.', {
    retryAfterSeconds: 1,
  })

/** A mutex per name, first come, first served. A waiter whose signal aborts leaves the queue. */
export const createKeyedMutex = (): KeyedMutex => {
  const queues = new Map<string, (() => void)[]>()

  const pass = (name: string): void => {
    const next = queues.get(name)?.shift()
    if (next) next()
    else queues.delete(name)
  }
  const once = (task: () => void): (() => void) => {
    let isDone = false
    return () => {
      if (isDone) return
      isDone = true
      task()
    }
  }

  return {
    acquire: (name, signal) => {
      const release = once(() => pass(name))
      const queue = queues.get(name)
      if (!queue) {
        queues.set(name, [])
        return Promise.resolve(release)
      }
      if (queue.length >= maxWaiting) return Promise.reject(busy())
      return new Promise((resolve, reject) => {
        const enter = (): void => {
          signal.removeEventListener('abort', leave)
          resolve(release)
        }
        const leave = (): void => {
          queue.splice(queue.indexOf(enter), 1)
          reject(signal.reason as Error)
        }
        if (signal.aborted) return reject(signal.reason as Error)
        signal.addEventListener('abort', leave, { once: true })
        queue.push(enter)
      })
    },
  }
}
