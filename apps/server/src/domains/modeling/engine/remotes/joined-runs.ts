/**
 * One run at a time for each name. Whoever comes while one is under way joins the one after it, which begins after they came: however many
 * come meanwhile, there is one more run and they all have its outcome.
 */
export const createJoinedRuns = <T>(): ((name: string, run: () => Promise<T>) => Promise<T>) => {
  const underWay = new Map<string, Promise<T>>()
  const next = new Map<string, Promise<T>>()

  const begin = (name: string, run: () => Promise<T>): Promise<T> => {
    const running = run().finally(() => underWay.delete(name))
    underWay.set(name, running)
    return running
  }
  return (name, run) => {
    const joined = next.get(name)
    if (joined) return joined
    const current = underWay.get(name)
    if (!current) return begin(name, run)
    const following = current
      .catch(() => undefined)
      .then(() => {
        next.delete(name)
        return begin(name, run)
      })
    next.set(name, following)
    return following
  }
}
