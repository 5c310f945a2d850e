/** What a line takes beside its text. */
const rowBytes = 100
const windowMs = 60_000
/** Lines about callers have half of a budget together, and each caller an eighth: the rest is for what the engine itself writes. */
const [allCallers, oneCaller] = [1 / 2, 1 / 8]

type Used = { bytes: number; dropped: number }
type Budget<S> = Used & { source: S; ofCallers: number; callers: Map<string, Used> }

/** What was dropped in a minute. The caller is null where the whole deployment wrote too much. */
export type Dropped<S> = { source: S; caller: string | null; lines: number }

const maxCallers = 1000

/** So many bytes a minute for each deployment, with a share for each caller, and how many lines exceeded them. */
export const createLogBudgets = <S>(maxBytes: number, nowMs: () => number) => {
  const budgets = new Map<string, Budget<S>>()
  let endMs = nowMs() + windowMs

  const callerIn = ({ callers }: Budget<S>, caller: string): Used => {
    // Callers beyond the limit share one entry.
    const key = callers.has(caller) || callers.size < maxCallers ? caller : 'others'
    const used = callers.get(key) ?? { bytes: 0, dropped: 0 }
    callers.set(key, used)
    return used
  }

  return {
    take: (key: string, source: S, message: string, caller?: string): boolean => {
      const budget = budgets.get(key) ?? { bytes: 0, dropped: 0, source, ofCallers: 0, callers: new Map() }
      budgets.set(key, budget)
      budget.source = source
      const bytes = Buffer.byteLength(message) + rowBytes
      const own = caller === undefined ? undefined : callerIn(budget, caller)
      if (own && (own.bytes + bytes > maxBytes * oneCaller || budget.ofCallers + bytes > maxBytes * allCallers)) {
        own.dropped += 1
        return false
      }
      if (budget.bytes + bytes > maxBytes) {
        budget.dropped += 1
        return false
      }
      budget.bytes += bytes
      if (own) {
        own.bytes += bytes
        budget.ofCallers += bytes
      }
      return true
    },
    /** At the end of a minute: what was dropped. */
    takeOver: (isLast: boolean): Dropped<S>[] => {
      if (!isLast && nowMs() < endMs) return []
      endMs = nowMs() + windowMs
      const dropped = [...budgets.values()].flatMap(({ source, dropped: lines, callers }) => [
        ...[...callers].map(([caller, used]) => ({ source, caller, lines: used.dropped })),
        { source, caller: null, lines },
      ])
      budgets.clear()
      return dropped.filter(({ lines }) => lines > 0)
    },
  }
}
