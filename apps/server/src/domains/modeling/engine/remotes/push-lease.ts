import { renewLeaseMs } from './push-rules.ts'

/** Renews the lease of a push while the work runs: no other node tries it meanwhile, and one takes over soon after this one dies. */
export const withLease = async <T>(renew: () => Promise<void>, work: () => Promise<T>): Promise<T> => {
  let renewal = Promise.resolve()
  const timer = setInterval(() => {
    renewal = renew()
  }, renewLeaseMs)
  timer.unref()
  try {
    return await work()
  } finally {
    clearInterval(timer)
    // Whatever is noted of the push comes after the last renewal.
    await renewal
  }
}
