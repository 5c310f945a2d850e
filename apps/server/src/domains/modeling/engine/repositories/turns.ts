import { Failure } from '#kernel/failure'

export type Turns = { take: (name: string, signal: AbortSignal) => Promise<() => void> }

const mostWaiting = 200

const busy = (): Failure =>
  new Failure('service_unavailable', 'Too many changes of this data model are waiting. Repeat the request in a moment.', {
    retryAfterSeconds: 1,
  })

/** One at a time for each name, in the order they came. Whoever gives up while waiting leaves the line. */
export const createTurns = (): Turns => {
  const lines = new Map<string, (() => void)[]>()

  const pass = (name: string): void => {
    const next = lines.get(name)?.shift()
    if (next) next()
    else lines.delete(name)
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
    take: (name, signal) => {
      const release = once(() => pass(name))
      const line = lines.get(name)
      if (!line) {
        lines.set(name, [])
        return Promise.resolve(release)
      }
      if (line.length >= mostWaiting) return Promise.reject(busy())
      return new Promise((resolve, reject) => {
        const enter = (): void => {
          signal.removeEventListener('abort', leave)
          resolve(release)
        }
        const leave = (): void => {
          line.splice(line.indexOf(enter), 1)
          reject(signal.reason as Error)
        }
        if (signal.aborted) return reject(signal.reason as Error)
        signal.addEventListener('abort', leave, { once: true })
        line.push(enter)
      })
    },
  }
}
