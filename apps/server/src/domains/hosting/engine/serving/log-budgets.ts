/** What a line takes beside its text. */
const rowBytes = 100
const windowMs = 60_000

type Budget<S> = { bytes: number; lines: number; source: S }

/** So many bytes a minute for each, and how many lines were more than that. */
export const createLogBudgets = <S>(maxBytes: number, nowMs: () => number) => {
  const budgets = new Map<string, Budget<S>>()
  let endMs = nowMs() + windowMs
  return {
    take: (key: string, source: S, message: string): boolean => {
      const budget = budgets.get(key) ?? { bytes: 0, lines: 0, source }
      budgets.set(key, budget)
      budget.source = source
      const bytes = budget.bytes + Buffer.byteLength(message) + rowBytes
      if (bytes > maxBytes) {
        budget.lines += 1
        return false
      }
      budget.bytes = bytes
      return true
    },
    /** At the end of a minute: who said more than was kept, and how many lines. */
    takeOver: (isLast: boolean): { source: S; lines: number }[] => {
      if (!isLast && nowMs() < endMs) return []
      endMs = nowMs() + windowMs
      const over = [...budgets.values()].filter(({ lines }) => lines > 0)
      budgets.clear()
      return over
    },
  }
}
