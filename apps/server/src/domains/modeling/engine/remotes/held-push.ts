import { renewHoldMs } from './push-rules.ts'

/** Renews the hold on a push for as long as the work takes: no other node tries it meanwhile, and soon one does when this one is gone. */
export const whileHeld = async <T>(renew: () => Promise<void>, work: () => Promise<T>): Promise<T> => {
  let renewal = Promise.resolve()
  const timer = setInterval(() => {
    renewal = renew()
  }, renewHoldMs)
  timer.unref()
  try {
    return await work()
  } finally {
    clearInterval(timer)
    // Whatever is noted of the push comes after the last renewal.
    await renewal
  }
}
