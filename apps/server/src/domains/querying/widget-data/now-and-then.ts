/**
 * Does something when it was last done so long ago, from now on. Whoever comes while it is under way waits for it; where it fails, the next
 * one does it again.
 */
export const nowAndThen = (everyMs: number, work: () => Promise<void>, nowMs = (): number => performance.now()): (() => Promise<void>) => {
  let doneAtMs = nowMs()
  let underWay: Promise<void> | undefined
  const doIt = async (): Promise<void> => {
    const beganAtMs = nowMs()
    await work()
    doneAtMs = beganAtMs
  }
  const forget = (): void => {
    underWay = undefined
  }
  return async () => {
    if (nowMs() - doneAtMs >= everyMs) await (underWay ??= doIt().finally(forget))
  }
}
