import type { Revocations } from '#access'

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

export type OpenAnswers = { add: (answer: OpenAnswer) => void; remove: (answer: OpenAnswer) => void; count: () => number; stop: () => void }

const everyMs = 1000

/**
 * Cuts answers whose token was ended: on the notice of a revocation at once, and every second those that ran out, or all while
 * revocations are not being followed. One that cannot be confirmed is cut: it may be one that was ended.
 */
export const createOpenAnswers = (revocations: Pick<Revocations, 'onDrop' | 'isTrusted' | 'epoch'>): OpenAnswers => {
  const open = new Set<OpenAnswer>()
  const check = async (answer: OpenAnswer): Promise<void> => {
    try {
      await answer.confirm()
    } catch (error) {
      if (open.has(answer)) answer.cut(error)
    }
  }
  const checkAll = (isMeant: (answer: OpenAnswer) => boolean): void => {
    for (const answer of [...open]) if (isMeant(answer)) void check(answer)
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
      open.add(answer)
      // What ended while its caller was looked up was told before it was among these.
      if (answer.epoch !== revocations.epoch()) void check(answer)
    },
    remove: (answer) => void open.delete(answer),
    count: () => open.size,
    stop: () => clearInterval(timer),
  }
}
