/** `isSkipped`: not looked at, since something it stands on is not right. `isTransient`: it may come right while the service runs. */
export type Finding = { name: string; isOk: boolean; detail: string; isSkipped?: true; isTransient?: true }

export type Check = {
  name: string
  /** Names of checks before it, without which this one would only repeat their problem. */
  needs?: readonly string[]
  /** Says what it found, or throws a sentence about what is not right. */
  look: () => Promise<string>
}

/** Something is not right that may come right by itself: doctor reports it, and the service starts nevertheless. */
export class TransientProblem extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause })
    this.name = 'TransientProblem'
  }
}

const lookAt = async ({ name, look }: Check, stands: readonly Promise<Finding>[]): Promise<Finding> => {
  const missing = (await Promise.all(stands)).find(({ isOk }) => !isOk)
  if (missing) return { name, isOk: false, isSkipped: true, detail: `not looked at; see ${missing.name}` }
  try {
    return { name, isOk: true, detail: await look() }
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    return { name, isOk: false, detail, ...(error instanceof TransientProblem ? { isTransient: true as const } : {}) }
  }
}

/** Looks at everything; what does not stand on each other at once, since on a dead network each takes its whole time. */
export const examine = (checks: readonly Check[]): Promise<Finding[]> => {
  const found = new Map<string, Promise<Finding>>()
  for (const check of checks) {
    const stands = (check.needs ?? []).flatMap((name) => found.get(name) ?? [])
    found.set(check.name, lookAt(check, stands))
  }
  return Promise.all(found.values())
}
