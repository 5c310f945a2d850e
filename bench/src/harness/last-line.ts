import type { Finding, Trial } from '../trial.ts'

/** Passed when all of it holds; otherwise what does not is told by its name. */
export const judged = (demands: Record<string, boolean>): Pick<Finding, 'isPassed' | 'why'> => {
  const why = Object.keys(demands).filter((name) => !demands[name])
  return { isPassed: why.length === 0, why }
}

const reasonsOf = ({ name }: Pick<Trial, 'name'>, { why = [] }: Finding): readonly string[] =>
  why.length > 0 ? why : [`A figure is not what docs/quality.md asks of \`${name}\`; its row there says what each one means.`]

/** What a trial ends with, for machines. One that failed says why at the end of it. */
export const lastLine = (trial: Pick<Trial, 'name'>, finding: Finding): string =>
  JSON.stringify({
    name: trial.name,
    passed: finding.isPassed,
    ...finding.figures,
    ...(finding.isPassed ? {} : { why: reasonsOf(trial, finding) }),
  })

/** A trial that could not be carried out found nothing, and says what stopped it. */
export const stoppedBy = (error: unknown): Finding => ({
  isPassed: false,
  figures: {},
  why: [`The trial stopped: ${error instanceof Error ? error.message : String(error)}`],
})
