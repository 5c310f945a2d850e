/** Done once a transaction has ended, committed or undone. */
export type AtEnd = (task: (isCommitted: boolean) => void) => void

/** Runs work that has a transaction in it; what it leaves for the end is done when that is over, however it went. */
export const withTasksAtEnd = async <T>(run: (atEnd: AtEnd) => Promise<T>): Promise<T> => {
  const tasks: Parameters<AtEnd>[0][] = []
  let isCommitted = false
  try {
    const value = await run((task) => void tasks.push(task))
    isCommitted = true
    return value
  } finally {
    for (const task of tasks) task(isCommitted)
  }
}
