const maxCauses = 10

/**
 * Takes values out of an error that is logged and told to Temporal: what dbt, git or the converter said stands in messages and causes. The
 * error stays what it is, since what is done next depends on its kind.
 */
export const redactError = (error: unknown, redact: (text: string) => string): void => {
  let at = error
  for (let causes = 0; at instanceof Error && causes < maxCauses; causes++) {
    if (at.stack !== undefined) at.stack = redact(at.stack)
    at.message = redact(at.message)
    at = at.cause
  }
}
