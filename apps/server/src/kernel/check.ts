/**
 * `isSkipped`: not run, since something it depends on failed. `isTransient`: it may come right while the service runs. `isWarning`:
 * right as it is, with something to know about it.
 */
export type Finding = { name: string; isOk: boolean; detail: string; isSkipped?: true; isTransient?: true; isWarning?: true }

export type Check = {
  name: string
  /** Names of checks before it, without which this one would only repeat their problem. */
  dependsOn?: readonly string[]
  /** Begun only when these are over, however they ended: loading what it needs keeps the process from hearing the others' answers in time. */
  startsAfter?: readonly string[]
  /** Says what it found, or throws a sentence about what is not right. */
  run: () => Promise<string | { warning: string }>
}

/** Something is not right that may come right by itself: doctor reports it, and the service starts nevertheless. */
export class TransientProblem extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause })
    this.name = 'TransientProblem'
  }
}
