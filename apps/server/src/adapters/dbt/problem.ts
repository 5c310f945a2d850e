/** What dbt said went wrong, with the place it named. */
export type DbtProblem = { message: string; file: string | null; line: number | null }

// "Compilation Error in model orders (models/marts/orders.sql)", "Parsing Error in models/models.yml", "Error reading shop: models/a.yml - …".
const places = [
  /\bin (?:model|test|snapshot|seed|analysis|macro|operation|source|function|unit test) .{0,300}?\(([^()\n]{1,400}\.(?:sql|ya?ml|py|csv))\)/i,
  /\((models\/[^()\n]{1,400}|macros\/[^()\n]{1,400})\)/,
  /(?:Error reading [^:\n]{1,200}: |Invalid \w{1,40} config given in |at path |file )([\w./-]{1,400}\.(?:sql|ya?ml|py|csv))/i,
  /([\w./-]{1,400}\.(?:sql|ya?ml|py|csv))/,
]
const lines = [/\bline (\d{1,7})\b/i, /line: (\d{1,7})/i]

const firstOf = (patterns: readonly RegExp[], text: string): string | null => {
  for (const pattern of patterns) {
    const found = pattern.exec(text)?.[1]
    if (found !== undefined) return found
  }
  return null
}

const intro = /^\s*(?:Encountered an error:?|Runtime Error|Traceback.*)?\s*/

/** Reads the errors of a run: the first that names a place, or the first. */
export const problemIn = (errors: readonly string[]): DbtProblem | null => {
  const located = errors.map((message) => ({
    message: message.replace(intro, '').trim(),
    file: firstOf(places, message),
    line: Number(firstOf(lines, message) ?? Number.NaN),
  }))
  const problem = located.find(({ file }) => file !== null) ?? located[0]
  return problem ? { ...problem, line: Number.isNaN(problem.line) ? null : problem.line } : null
}
