import type { Finding, Trial } from '../trial.ts'

/** Passes when every demand is true. Otherwise `why` names the false ones. */
export const judged = (demands: Record<string, boolean>): Pick<Finding, 'isPassed' | 'why'> => {
  const why = Object.keys(demands).filter((name) => !demands[name])
  return { isPassed: why.length === 0, why }
}

type Described = Pick<Trial, 'name' | 'gate' | 'onFailure'>

const reasonsOf = ({ gate, onFailure }: Described, { why = [] }: Finding): readonly string[] => [
  ...(why.length > 0 ? why : [`The gate was not met: ${gate}`]),
  onFailure,
]

/** The JSON object that ends the output of a trial. After a failure, `why` contains the reasons and where to look. */
export const lastLine = (trial: Described, finding: Finding): string =>
  JSON.stringify({
    name: trial.name,
    passed: finding.isPassed,
    ...finding.figures,
    ...(finding.isPassed ? {} : { why: reasonsOf(trial, finding) }),
  })

/** The finding of a trial that ended with an error. */
export const stoppedBy = (error: unknown): Finding => ({
  isPassed: false,
  figures: {},
  why: [`The trial stopped: ${error instanceof Error ? error.message : String(error)}`],
})
