import { repeat } from '#kernel/repeat'

/** `lost` is aborted when others may have claimed the event: whoever still reacts to it should stop. */
export type Lease = { lost: AbortSignal; stop: () => Promise<void> }

type Leasing = {
  leaseMs: number
  renewMs: number
  /** Answers whether the claim is still the holder's. */
  renew: () => Promise<boolean>
  onProblem: (error: unknown) => void
}

/** Renews a claim until it is stopped. Where that fails for as long as the lease lasts, the claim is taken for lost. */
export const holdLease = ({ leaseMs, renewMs, renew, onProblem }: Leasing): Lease => {
  const lost = new AbortController()
  const giveUp = (): void => lost.abort(new Error('The claim on the event was lost.'))
  // A little before the database lets others claim it: the claim was made some time before its answer came.
  const startTimer = (): NodeJS.Timeout => setTimeout(giveUp, leaseMs * 0.9).unref()
  let timer = startTimer()
  const renewal = repeat(
    renewMs,
    async () => {
      // Counted from when it was asked: the database begins no earlier.
      const askedTimer = startTimer()
      const isHeld = await renew().catch((error: unknown) => {
        clearTimeout(askedTimer)
        throw error
      })
      clearTimeout(timer)
      timer = askedTimer
      if (!isHeld) giveUp()
    },
    onProblem,
  )
  return {
    lost: lost.signal,
    stop: async () => {
      await renewal.stop()
      clearTimeout(timer)
    },
  }
}
