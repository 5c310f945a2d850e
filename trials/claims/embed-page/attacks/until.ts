import { pause } from '../../../harness/numbers.ts'

const longMs = 20_000

/** Waits until it holds; false where it does not in time. */
export const until = async (holds: () => boolean | Promise<boolean>, forMs = longMs): Promise<boolean> => {
  for (const endMs = performance.now() + forMs; performance.now() < endMs; await pause(50)) if (await holds()) return true
  return false
}
