import { type Check, type Finding, TransientProblem } from '#kernel/check'

const runCheck = async (
  { name, run }: Check,
  dependencies: readonly Promise<Finding>[],
  before: readonly Promise<Finding>[],
): Promise<Finding> => {
  await Promise.all(before)
  const missing = (await Promise.all(dependencies)).find(({ isOk }) => !isOk)
  if (missing) return { name, isOk: false, isSkipped: true, detail: `not checked; see ${missing.name}` }
  try {
    const found = await run()
    return typeof found === 'string' ? { name, isOk: true, detail: found } : { name, isOk: true, isWarning: true, detail: found.warning }
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    return { name, isOk: false, detail, ...(error instanceof TransientProblem ? { isTransient: true as const } : {}) }
  }
}

/** Runs all of them; those that do not depend on each other at once, since on a dead network each takes its whole time. */
export const runChecks = (checks: readonly Check[]): Promise<Finding[]> => {
  const found = new Map<string, Promise<Finding>>()
  for (const check of checks) {
    const named = (names: readonly string[] = []): Promise<Finding>[] => names.flatMap((name) => found.get(name) ?? [])
    found.set(check.name, runCheck(check, named(check.dependsOn), named(check.startsAfter)))
  }
  return Promise.all(found.values())
}
