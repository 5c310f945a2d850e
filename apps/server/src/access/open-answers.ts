import type { Revocations } from './revocations.ts'

/** An answer under way. */
export type OpenAnswer = {
  tenantId: number
  /** Of the revocations, from before its caller was looked up. */
  epoch: number
  endsAtMs: number | null
  /** Throws when the caller may no longer have it. */
  confirm: () => unknown
  cut: (reason: unknown) => void
}

export type OpenAnswers = {
  /** Until what it returns is called. */
  add: (answer: OpenAnswer) => () => void
  count: () => number
  stop: () => void
}

type Entry = {
  answer: OpenAnswer
  /** Where it stands in the list; -1: nowhere. */
  at: number
}

const everyMs = 1000

/**
 * Cuts answers whose token was ended: on the notice of a revocation at once, and every second those that ran out, or all while
 * revocations are not being followed. One that cannot be confirmed is cut: it may be one that was ended.
 */
export const createOpenAnswers = (revocations: Pick<Revocations, 'onDrop' | 'isTrusted' | 'epoch'>): OpenAnswers => {
  // A list, and not a Set: each table that a Set has outgrown points to the next one, so that with the first that grows old every
  // answer ever given stays in memory until the whole heap is searched, and the small collections take ten times as long.
  const open: Entry[] = []
  const remove = (entry: Entry): void => {
    if (entry.at < 0) return
    const last = open.pop()
    if (last && last !== entry) {
      last.at = entry.at
      open[entry.at] = last
    }
    entry.at = -1
  }
  const check = async (entry: Entry): Promise<void> => {
    try {
      await entry.answer.confirm()
    } catch (error) {
      if (entry.at >= 0) entry.answer.cut(error)
    }
  }
  const checkAll = (isMeant: (answer: OpenAnswer) => boolean): void => {
    for (const entry of [...open]) if (isMeant(entry.answer)) void check(entry)
  }
  // After everybody has dropped what they know.
  revocations.onDrop((tenantId) => void setImmediate(() => checkAll((answer) => tenantId === null || answer.tenantId === tenantId)))
  const timer = setInterval(() => {
    const isTrusted = revocations.isTrusted()
    const now = performance.now()
    checkAll(({ endsAtMs }) => !isTrusted || (endsAtMs !== null && endsAtMs <= now))
  }, everyMs)
  timer.unref()
  return {
    add: (answer) => {
      const entry = { answer, at: open.length }
      open.push(entry)
      // What ended while its caller was looked up was told before it was among these.
      if (answer.epoch !== revocations.epoch()) void check(entry)
      return () => remove(entry)
    },
    count: () => open.length,
    stop: () => clearInterval(timer),
  }
}
