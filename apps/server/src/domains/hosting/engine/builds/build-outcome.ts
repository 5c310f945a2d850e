import type { BuildReport, CompileReport, ModelProblem } from './types.ts'
import { BuildProblem } from './build-problem.ts'

const maxProblems = 200
const maxMessageLength = 2000
const maxShown = 10

const placeOf = ({ file, line }: ModelProblem): string => {
  if (file === null) return ''
  return line === null ? `${file}: ` : `${file}:${line}: `
}

/** The first errors as a person reads them in the answer of build status. */
export const textOfProblems = (problems: readonly ModelProblem[]): string => {
  const shown = problems.slice(0, maxShown).map((problem) => `${placeOf(problem)}${problem.message}`)
  const rest = problems.length - shown.length
  return [...shown, ...(rest > 0 ? [`… and ${rest} more.`] : [])].join('\n')
}

const bounded = (problems: readonly ModelProblem[]): ModelProblem[] =>
  problems.slice(0, maxProblems).map(({ file, line, message }) => ({ file, line, message: message.slice(0, maxMessageLength) }))

// Without Cube Store nothing can hold what pre-aggregations compute.
const preAggregations =
  'The model has pre-aggregations. They are not built in this installation: queries are answered from the data source without them.'
const rollupOnly = 'A pre-aggregation is marked rollup_only, and nothing here can serve it: queries of its members are refused.'
const skippedNote = (skipped: readonly string[]): string =>
  `Links and submodules are not part of a build; left out: ${skipped.slice(0, 20).join(', ')}${skipped.length > 20 ? ', …' : ''}.`

/** The report as the build keeps it. */
export const buildReportOf = (report: CompileReport, skipped: readonly string[]): BuildReport => ({
  ...report,
  errors: bounded(report.errors),
  warnings: bounded(report.warnings),
  cubesWithoutPolicy: report.cubesWithoutPolicy.slice(0, 1000),
  notes: [
    ...(report.hasPreAggregations ? [preAggregations] : []),
    ...(report.hasRollupOnly ? [rollupOnly] : []),
    ...(skipped.length > 0 ? [skippedNote(skipped)] : []),
  ],
})

/** Refuses what must not be served. */
export const requireServable = ({ errors, readsCompileSecurityContext }: BuildReport): void => {
  if (errors.length > 0) throw new BuildProblem(textOfProblems(errors), errors)
  if (readsCompileSecurityContext)
    throw new BuildProblem(
      'The model reads COMPILE_CONTEXT.securityContext: it would compile differently for each caller, and one compilation serves all of them here. Use access policies, or SECURITY_CONTEXT in queries.',
    )
}
