import type { Finding } from '../trial.ts'
import { judged } from './last-line.ts'

/**
 * `isHeld`: what cannot be noisy, such as results read back, counts, and planted faults that were seen; it decides in every form.
 * `isReached`: the ratios against their gates. A few seconds on a shared machine say too little of those: the short form says what
 * they are, and that they decided nothing.
 */
export type Judged = { isHeld: boolean; isReached: boolean; figures: Record<string, unknown> }

export const findingOf = (quick: boolean, { isHeld, isReached, figures }: Judged): Finding => ({
  ...judged({
    'the results, counts and planted faults are as they must be': isHeld,
    'each ratio reaches its gate': isReached || quick,
  }),
  figures: { ...figures, isHeldToGate: !quick },
})
