import { createListener, type FunctionCalls } from '#db'
import { repeat } from '#kernel/repeat'

export type Revocations = {
  /** Whether what was cached can still be believed: some recent poll confirmed the epoch. */
  isTrusted: () => boolean
  epoch: () => number
  /** Drops what a change touches: one tenant, or everything when it is not known what was missed. */
  onDrop: (drop: (tenantId: number | null) => void) => void
  stop: () => Promise<void>
}

const pollIntervalMs = 1000
// A revocation must hold within two seconds even when every notification is lost.
const trustWindowMs = 1900

type Notice = { epoch: number; tenantId: number }

/** Follows the revocation epoch twice over: notifications for speed, polling for certainty. */
export const watchRevocations = async (url: string, calls: FunctionCalls, onProblem: (error: unknown) => void): Promise<Revocations> => {
  const drops: ((tenantId: number | null) => void)[] = []
  const dropAll = (tenantId: number | null): void => {
    for (const drop of drops) drop(tenantId)
  }
  let seen = 0
  let confirmedAtMs = Number.NEGATIVE_INFINITY

  const moveTo = (epoch: number, tenantId: number | null): void => {
    if (epoch <= seen) return
    // A gap means a notice was missed: then only dropping everything is right.
    dropAll(epoch === seen + 1 ? tenantId : null)
    seen = epoch
  }

  const poll = async (): Promise<void> => {
    const askedAtMs = performance.now()
    const known = seen
    const [row] = await calls.call<{ epoch: number }>('revocation-epoch', 'select epoch from revocation_epoch', [])
    if (!row) throw new Error('The revocation epoch has no row; run facet migrate.')
    // Behind what was known when it was asked: the database was restored to an earlier state, and nothing cached has a place in its
    // history. A notice that came while it was asked is no such thing.
    if (row.epoch < known) seen = 0
    moveTo(row.epoch, null)
    confirmedAtMs = askedAtMs
  }

  const listener = createListener(url, 'facet_revocation', (payload) => {
    const notice = JSON.parse(payload ?? '{}') as Notice
    moveTo(notice.epoch, notice.tenantId)
  })

  await Promise.all([listener.ensure().catch(onProblem), poll().catch(onProblem)])
  // Each at its own pace: a connection that hangs must not keep the polls from coming.
  const repetitions = [listener.ensure, poll].map((work) => repeat(pollIntervalMs, work, onProblem))
  return {
    isTrusted: () => performance.now() - confirmedAtMs < trustWindowMs,
    epoch: () => seen,
    onDrop: (drop) => void drops.push(drop),
    stop: async () => {
      // Not waited for: a turn under way may be waiting for a database that is away.
      for (const repetition of repetitions) void repetition.stop()
      await listener.close()
    },
  }
}
