import type { Family, Trial } from './trial.ts'

/** Every trial by family; docs/quality.md explains each by name. */
export const trials: Record<Family, Trial[]> = {
  bench: [],
  faults: [],
  security: [],
}
