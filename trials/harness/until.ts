import { pause } from './numbers.ts'

/** Polls until the condition holds. Returns false after the time limit. */
export const until = async (holds: () => boolean | Promise<boolean>, withinMs = 20_000, everyMs = 50): Promise<boolean> => {
  for (const endMs = performance.now() + withinMs; performance.now() < endMs; await pause(everyMs)) if (await holds()) return true
  return false
}
