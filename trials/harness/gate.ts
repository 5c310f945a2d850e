import type { Finding } from '../trial.ts'
import { judged } from './last-line.ts'

/**
 * `isHeld`: results and counts, which do not vary with the load of the machine, so every form checks them. `isReached`: ratios, which
 * only the full form checks.
 */
export type Judged = { isHeld: boolean; isReached: boolean; figures: Record<string, unknown> }

export const findingOf = (quick: boolean, { isHeld, isReached, figures }: Judged): Finding => ({
  ...judged({
    'the results and counts are as they must be': isHeld,
    'each ratio reaches its gate': isReached || quick,
  }),
  figures: { ...figures, isHeldToGate: !quick },
})
